import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** For each class that is named: how many structures satisfy its `repOk`, by trying all values of all fields. */
public class Force {
    static final int NODES = 2, NUMBERS = 3;

    public static void main(String[] names) throws Exception {
        for (String name : names) {
            System.out.println(name + " " + new Force(name).count());
        }
    }

    final Class<?> first, node;

    Force(String name) throws Exception {
        first = Class.forName(name);
        node = Class.forName(name + "$Node");
    }

    int count() throws Exception {
        Method invariant = first.getDeclaredMethod("repOk");
        List<Integer> most = new ArrayList<>();
        for (int object = 0; object <= NODES; object++) {
            for (Field field : fields(object)) {
                Class<?> type = field.getType();
                most.add(type == int.class ? NUMBERS : type == boolean.class ? 2 : NODES + 1);
            }
        }
        int[] codes = new int[most.size()];
        Set<String> valid = new HashSet<>();
        while (true) {
            Object[] objects = make(codes);
            String shown = show(objects);
            boolean holds;
            try {
                holds = (Boolean) invariant.invoke(objects[0]);
            } catch (InvocationTargetException thrown) {
                holds = false;
            }
            if (holds) valid.add(shown);
            int place = 0;
            while (place < codes.length && ++codes[place] == most.get(place)) codes[place++] = 0;
            if (place == codes.length) return valid.size();
        }
    }

    Field[] fields(int object) {
        return (object == 0 ? first : node).getDeclaredFields();
    }

    Object[] make(int[] codes) throws Exception {
        Object[] objects = new Object[NODES + 1];
        for (int object = 0; object <= NODES; object++) {
            objects[object] = (object == 0 ? first : node).getDeclaredConstructor().newInstance();
        }
        int place = 0;
        for (int object = 0; object <= NODES; object++) {
            for (Field field : fields(object)) {
                int code = codes[place++];
                Class<?> type = field.getType();
                if (type == int.class) field.setInt(objects[object], code);
                else if (type == boolean.class) field.setBoolean(objects[object], code == 1);
                else field.set(objects[object], code == 0 ? null : objects[code]);
            }
        }
        return objects;
    }

    /** What can be reached from the first object, with objects named in the order in which they are met. */
    String show(Object[] objects) throws Exception {
        List<Object> met = new ArrayList<>(List.of(objects[0]));
        StringBuilder shown = new StringBuilder();
        for (int next = 0; next < met.size(); next++) {
            for (Field field : fields(next)) {
                Object value = field.get(met.get(next));
                if (node.isInstance(value)) {
                    if (!met.contains(value)) met.add(value);
                    shown.append('#').append(met.indexOf(value));
                } else {
                    shown.append(value);
                }
                shown.append(' ');
            }
        }
        return shown.toString();
    }
}
