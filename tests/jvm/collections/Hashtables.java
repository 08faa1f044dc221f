import java.util.*;

public class Hashtables {
    public static void main(String[] args) {
        Hashtable<String, Integer> table = new Hashtable<>();
        String[] words = "the quick brown fox jumps over the lazy dog and the cat".split(" ");
        for (String word : words) {
            table.merge(word, 1, Integer::sum);
        }
        System.out.println(table);
        Enumeration<String> keys = table.keys();
        StringBuilder text = new StringBuilder();
        while (keys.hasMoreElements()) {
            text.append(keys.nextElement()).append(' ');
        }
        System.out.println(text);
        int sum = 0;
        for (Enumeration<Integer> values = table.elements(); values.hasMoreElements();) {
            sum += values.nextElement();
        }
        System.out.println(sum + " " + table.size() + " " + table.contains(3) + " " + table.containsValue(9) + " " + table.hashCode());
        try {
            table.put(null, 1);
        } catch (NullPointerException e) {
            System.out.println("no null key");
        }
        try {
            table.put("x", null);
        } catch (NullPointerException e) {
            System.out.println("no null value");
        }
        System.out.println(table.putIfAbsent("fox", 5) + " " + table.replace("fox", 7) + " " + table.remove("dog") + " " + table.getOrDefault("dog", -1));
        table.compute("cat", (key, value) -> value == null ? 1 : value + 100);
        table.computeIfPresent("lazy", (key, value) -> null);
        System.out.println(new TreeMap<>(table));
        Vector<Integer> vector = new Vector<>(List.of(5, 3, 8));
        vector.addElement(1);
        vector.insertElementAt(9, 1);
        vector.setElementAt(4, 0);
        System.out.println(vector + " " + vector.firstElement() + " " + vector.lastElement() + " " + vector.elementAt(2) + " " + vector.indexOf(8) + " " + vector.capacity());
        vector.removeElement(9);
        vector.removeElementAt(0);
        vector.ensureCapacity(50);
        System.out.println(vector + " " + vector.capacity());
        vector.trimToSize();
        vector.setSize(5);
        System.out.println(vector + " " + vector.capacity());
        try {
            vector.elementAt(7);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        Stack<String> stack = new Stack<>();
        System.out.println(stack.empty() + " " + stack.push("a") + " " + stack.push("b") + " " + stack.push("c"));
        System.out.println(stack.peek() + " " + stack.search("a") + " " + stack.search("z") + " " + stack.pop() + stack.pop() + " " + stack);
        stack.clear();
        try {
            stack.pop();
        } catch (EmptyStackException e) {
            System.out.println("empty stack " + e.getMessage());
        }
        Dictionary<String, String> dictionary = new Hashtable<>();
        dictionary.put("one", "eins");
        System.out.println(dictionary.get("one") + " " + dictionary.isEmpty() + " " + dictionary.remove("two"));
    }
}
