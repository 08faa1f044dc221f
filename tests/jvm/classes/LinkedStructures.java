public class LinkedStructures {
    static class Node<T> {
        T item;
        Node<T> next;

        Node(T item, Node<T> next) {
            this.item = item;
            this.next = next;
        }
    }

    static class Stack<T> {
        private Node<T> top;
        private int size;

        void push(T item) {
            top = new Node<>(item, top);
            size++;
        }

        T pop() {
            if (top == null) {
                throw new IllegalStateException("empty stack");
            }
            T item = top.item;
            top = top.next;
            size--;
            return item;
        }

        boolean isEmpty() {
            return top == null;
        }
    }

    static class Tree {
        private static class Branch {
            int key;
            Branch left, right;
        }

        Branch root;
        int size;

        boolean add(int key) {
            Branch fresh = new Branch();
            fresh.key = key;
            if (root == null) {
                root = fresh;
                size++;
                return true;
            }
            Branch at = root;
            while (true) {
                if (key == at.key) {
                    return false;
                }
                Branch next = key < at.key ? at.left : at.right;
                if (next == null) {
                    if (key < at.key) {
                        at.left = fresh;
                    } else {
                        at.right = fresh;
                    }
                    size++;
                    return true;
                }
                at = next;
            }
        }

        private String show(Branch b) {
            return b == null ? "" : show(b.left) + b.key + " " + show(b.right);
        }

        private int height(Branch b) {
            return b == null ? 0 : 1 + Math.max(height(b.left), height(b.right));
        }

        @Override
        public String toString() {
            return show(root) + "h" + height(root) + " s" + size;
        }
    }

    static int evaluate(String postfix) {
        Stack<Integer> stack = new Stack<>();
        for (String token : postfix.split(" ")) {
            switch (token) {
                case "+" -> stack.push(stack.pop() + stack.pop());
                case "*" -> stack.push(stack.pop() * stack.pop());
                case "-" -> {
                    int b = stack.pop(), a = stack.pop();
                    stack.push(a - b);
                }
                default -> stack.push(Integer.parseInt(token));
            }
        }
        return stack.pop();
    }

    static Node<Integer> reverse(Node<Integer> list) {
        Node<Integer> result = null;
        while (list != null) {
            Node<Integer> next = list.next;
            list.next = result;
            result = list;
            list = next;
        }
        return result;
    }

    public static void main(String[] args) {
        Stack<String> stack = new Stack<>();
        for (String s : "a b c".split(" ")) {
            stack.push(s);
        }
        System.out.print(stack.size + " ");
        while (!stack.isEmpty()) {
            System.out.print(stack.pop() + " ");
        }
        System.out.println();
        try {
            stack.pop();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(evaluate("3 4 + 2 * 7 -"));
        Tree tree = new Tree();
        int n = 17;
        for (int i = 0; i < 20; i++) {
            n = n * 31 % 101;
            tree.add(n);
            tree.add(n);
        }
        System.out.println(tree);
        Node<Integer> list = null;
        for (int i = 0; i < 5; i++) {
            list = new Node<>(i, list);
        }
        for (Node<Integer> node = reverse(list); node != null; node = node.next) {
            System.out.print(node.item + " ");
        }
        System.out.println();
        Node<Object> cycle = new Node<>("x", null);
        cycle.next = cycle;
        cycle.item = cycle;
        System.out.println(cycle.next.next == cycle && cycle.item == cycle);
    }
}
