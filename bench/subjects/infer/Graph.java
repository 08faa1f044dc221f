import glassbox.api.Ensures;
import glassbox.api.Requires;

/**
 * A directed graph: lists of its nodes and edges, where each node has the lists of the edges that lead to it and away from it. Nodes can be
 * taken away with their edges, and a spanning tree (a forest, if the graph has several parts) is found as Kruskal's algorithm does it, without
 * weights.
 */
public class Graph {
    static class Node {
        EdgeList in;
        EdgeList out;
        /** Leads to the node that stands for all that are connected, perhaps over others. */
        Node leader;
        /** As long as no way to this node as a leader is longer. */
        int rank;
    }

    static class Edge {
        Node from;
        Node to;
    }

    static class NodeCell {
        Node node;
        NodeCell next;
    }

    static class EdgeCell {
        Edge edge;
        EdgeCell next;
    }

    static class NodeList {
        NodeCell first;

        boolean contains(Node node) {
            NodeCell cell = first;
            while (cell != null) {
                if (cell.node == node) {
                    return true;
                }
                cell = cell.next;
            }
            return false;
        }

        void add(Node node) {
            if (!contains(node)) {
                NodeCell cell = new NodeCell();
                cell.node = node;
                cell.next = first;
                first = cell;
            }
        }

        void remove(Node node) {
            while (first != null && first.node == node) {
                first = first.next;
            }
            NodeCell cell = first;
            while (cell != null) {
                while (cell.next != null && cell.next.node == node) {
                    cell.next = cell.next.next;
                }
                cell = cell.next;
            }
        }

        void removeAll(NodeList list) {
            NodeCell cell = list.first;
            while (cell != null) {
                remove(cell.node);
                cell = cell.next;
            }
        }
    }

    static class EdgeList {
        EdgeCell first;

        void add(Edge edge) {
            EdgeCell cell = new EdgeCell();
            cell.edge = edge;
            cell.next = first;
            first = cell;
        }

        void remove(Edge edge) {
            while (first != null && first.edge == edge) {
                first = first.next;
            }
            EdgeCell cell = first;
            while (cell != null) {
                while (cell.next != null && cell.next.edge == edge) {
                    cell.next = cell.next.next;
                }
                cell = cell.next;
            }
        }

        void removeAll(EdgeList list) {
            EdgeCell cell = list.first;
            while (cell != null) {
                remove(cell.edge);
                cell = cell.next;
            }
        }
    }

    NodeList nodes;
    EdgeList edges;

    Graph() {
        nodes = new NodeList();
        edges = new EdgeList();
    }

    /** Takes nodes away, after the edges that lead to them and away from them. */
    void removeNodes(NodeList list) {
        NodeCell cell = list.first;
        while (cell != null) {
            edges.removeAll(cell.node.in);
            edges.removeAll(cell.node.out);
            cell = cell.next;
        }
        nodes.removeAll(list);
    }

    /** Connects every node with itself alone. */
    void separate() {
        NodeCell cell = nodes.first;
        while (cell != null) {
            cell.node.leader = cell.node;
            cell.node.rank = 0;
            cell = cell.next;
        }
    }

    /** The node that stands for all that a node is connected with. All on the way to it lead there directly from now on. */
    static Node leader(Node node) {
        Node leader = node;
        while (leader.leader != leader) {
            leader = leader.leader;
        }
        while (node != leader) {
            Node next = node.leader;
            node.leader = leader;
            node = next;
        }
        return leader;
    }

    /** Connects all for which one leader stands with all for which another one does: the ways stay short. */
    static void connect(Node one, Node other) {
        if (one.rank < other.rank) {
            one.leader = other;
        } else {
            other.leader = one;
            if (one.rank == other.rank) {
                one.rank++;
            }
        }
    }

    /** Adds an edge, and its nodes where they are missing. */
    void add(Edge edge) {
        edges.add(edge);
        nodes.add(edge.from);
        nodes.add(edge.to);
    }

    /** The edges that connect what was not connected yet, in their order, and their nodes. */
    Graph spanningTree() {
        Graph tree = new Graph();
        separate();
        EdgeCell cell = edges.first;
        while (cell != null) {
            Edge edge = cell.edge;
            Node from = leader(edge.from);
            Node to = leader(edge.to);
            if (from != to) {
                connect(from, to);
                tree.add(edge);
            }
            cell = cell.next;
        }
        return tree;
    }

    /** Without nodes to take away, the edges stay. */
    @Ensures("old(list.first) == null => this.edges.first.*next.edge == old(this.edges.first.*next.edge)")
    void removeNodesSameEdges(NodeList list) {
        removeNodes(list);
    }

    /** Without nodes to take away, the nodes stay. */
    @Ensures("old(list.first) == null => this.nodes.first.*next.node == old(this.nodes.first.*next.node)")
    void removeNodesSameNodes(NodeList list) {
        removeNodes(list);
    }

    /** An edge of the spanning tree has both its nodes in it. */
    @Ensures("all e: result.edges.first.*next.edge | e.from + e.to in result.nodes.first.*next.node")
    Graph spanningTreeConsistency() {
        return spanningTree();
    }

    /** A node without edges is not in the spanning tree. */
    @Ensures("all n: Node | (no e: this.edges.first.*next.edge | n in e.from + e.to) => n !in result.nodes.first.*next.node")
    Graph spanningTreeDeg0Node() {
        return spanningTree();
    }

    /** No edge of a node that was taken away is left, which is wrong if nodes do not know their edges. */
    @Ensures("no e: this.edges.first.*next.edge | some (e.from + e.to) & old(list.first.*next.node)")
    void removeNodesAllEdges(NodeList list) {
        removeNodes(list);
    }

    /** The same where nodes know their edges, and no list has cells of another one. */
    @Requires("(all n: Node, e: this.edges.first.*next.edge | (e.from == n => e in n.out.first.*next.edge) && (e.to == n => e in n.in.first.*next.edge))"
        + " && (all disj a, b: EdgeList | no a.first.*next & b.first.*next) && no list.first.*next & this.nodes.first.*next"
        + " && (all n: Node | this.edges !in n.in + n.out)")
    @Ensures("no e: this.edges.first.*next.edge | some (e.from + e.to) & old(list.first.*next.node)")
    void removeNodesKnownEdges(NodeList list) {
        removeNodes(list);
    }

    /** All nodes are in the spanning tree, which is wrong of nodes without edges. */
    @Ensures("this.nodes.first.*next.node in result.nodes.first.*next.node")
    Graph spanningTreeAllNodes() {
        return spanningTree();
    }
}
