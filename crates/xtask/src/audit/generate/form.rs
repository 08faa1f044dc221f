//! What a generated class is made of.

use ir::generate::Source;

/// How the nodes hang together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backbone {
    /// There are none.
    None,
    /// A list.
    List,
    /// A binary tree.
    Binary,
    /// Two lists.
    Two,
    /// Lists in an array.
    Array,
    /// A list of which no annotation says that it is one.
    Loose,
}

/// Which fields there are, and what is said of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// How the nodes hang together.
    pub backbone: Backbone,
    /// A second integer.
    pub second: bool,
    /// A truth value.
    pub truth: bool,
    /// A reference to a plain object.
    pub object: bool,
    /// A boxed integer.
    pub boxed: bool,
    /// An array of integers.
    pub row: bool,
    /// A reference to a node that is no part of the tree.
    pub mark: bool,
    /// An integer in each node.
    pub value: bool,
    /// A truth value in each node.
    pub flag: bool,
    /// A reference to a plain object in each node.
    pub content: bool,
    /// A reference to a node, besides the tree, in each node.
    pub link: bool,
    /// Keys that ascend.
    pub sorted: bool,
    /// A number that the local invariant determines.
    pub ghost: bool,
    /// A local invariant.
    pub local: bool,
    /// A second class of nodes.
    pub special: bool,
    /// Nodes as arguments.
    pub argument: bool,
    /// An invariant of several statements.
    pub in_steps: bool,
}

/// The most assignments to the fields of reachable objects that brute force should go through.
const MOST_STATES: f64 = 1500.0;

impl Form {
    /// A form whose space is small.
    pub(crate) fn random(random: &mut Source) -> Form {
        loop {
            let backbone = [
                Backbone::None,
                Backbone::List,
                Backbone::List,
                Backbone::Binary,
                Backbone::Two,
                Backbone::Array,
                Backbone::Loose,
            ][random.below(7)];
            let nodes = backbone != Backbone::None;
            let is_tree = nodes && backbone != Backbone::Loose;
            let may_sort = matches!(backbone, Backbone::List | Backbone::Binary);
            let mut form = Form {
                backbone,
                second: random.chance(1, 2),
                truth: random.chance(1, 2),
                object: random.chance(1, 3),
                boxed: random.chance(1, 6),
                row: random.chance(1, 4),
                mark: nodes && backbone != Backbone::Array && random.chance(1, 4),
                value: nodes && random.chance(2, 3),
                flag: nodes && random.chance(1, 2),
                content: nodes && random.chance(1, 4),
                link: nodes && random.chance(1, 4),
                sorted: may_sort && random.chance(1, 4),
                ghost: is_tree && random.chance(1, 3),
                local: is_tree && random.chance(2, 3),
                special: nodes && random.chance(1, 6),
                argument: nodes && random.chance(1, 8),
                in_steps: random.chance(1, 2),
            };
            // A local invariant has something to say.
            form.local &= form.value || form.flag || form.content || form.link;
            form.local |= form.ghost;
            if form.states() <= MOST_STATES {
                return form;
            }
        }
    }

    /// Whether there are nodes.
    pub fn has_nodes(self) -> bool {
        self.backbone != Backbone::None
    }

    /// Whether there is a field with the first node.
    pub fn has_head(self) -> bool {
        !matches!(self.backbone, Backbone::None | Backbone::Array)
    }

    /// Whether nodes that are not in the tree can be part of a state or of a call: engines that know no places let these refer
    /// to what is in the tree.
    pub fn has_strangers(self) -> bool {
        self.has_nodes() && (self.argument || self.backbone != Backbone::Loose && (self.mark || self.link))
    }

    /// Whether the spaces of all engines have the same structures: one list, or one tree, of which the bounds say the size
    /// in the same way, and numbers that everybody takes from the same domain.
    pub fn is_same_everywhere(self) -> bool {
        let one = match self.backbone {
            Backbone::None | Backbone::List | Backbone::Loose | Backbone::Binary => true,
            Backbone::Two | Backbone::Array => false,
        };
        one && !self.sorted && !self.special
    }

    /// The fields of a node that refer to nodes of the tree.
    pub fn children(self) -> &'static [&'static str] {
        match self.backbone {
            Backbone::None => &[],
            Backbone::List | Backbone::Two | Backbone::Array | Backbone::Loose => &["next"],
            Backbone::Binary => &["left", "right"],
        }
    }

    /// About how many assignments there are.
    fn states(self) -> f64 {
        let when = |there: bool, values: f64| if there { values } else { 1.0 };
        let places = match self.backbone {
            Backbone::None => 0.0,
            Backbone::List | Backbone::Loose => 2.0,
            Backbone::Binary => 3.0,
            Backbone::Two | Backbone::Array => 4.0,
        } * when(self.special, 2.0);
        let root = 4.0
            * when(self.second, 3.0)
            * when(self.truth, 2.0)
            * when(self.object, 2.0)
            * when(self.boxed, 3.0)
            * when(self.row, 4.0)
            * when(self.mark, places + 1.0);
        let node = when(self.value, 2.0)
            * when(self.flag, 2.0)
            * when(self.content, 2.0)
            * when(self.special, 2.0)
            * when(self.link, places + 1.0);
        // A path has as many nodes of each class.
        let longest = if self.special { 4 } else { 2 };
        let list: f64 = (0..=longest).map(|length| node.powi(length)).sum();
        let shapes = match self.backbone {
            Backbone::None => 1.0,
            Backbone::List => list,
            Backbone::Loose => list * 9.0,
            Backbone::Binary if self.special => list.powi(4),
            Backbone::Binary => 1.0 + node * (1.0 + node) * (1.0 + node),
            Backbone::Two | Backbone::Array => list * list,
        };
        // What hangs at a mark or a link need not be in the tree.
        let loose = when(self.mark || self.link, node * node);
        root * shapes * loose
    }
}
