import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Calls the JDK's classes and copies of their specifications side by side: whatever is called, both do the same. */
public class Compare {
    /** What is equal to others without being the same. */
    static final class Key implements Comparable<Key> {
        final int number;

        Key(int number) {
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public int compareTo(Key other) {
            return number - other.number;
        }

        @Override
        public String toString() {
            return "k" + number + (this == ONE_TOO ? "'" : "");
        }
    }

    static final Key ONE = new Key(1), ONE_TOO = new Key(1), TWO = new Key(2), THREE = new Key(3), NONE = new Key(0);

    /** What nothing can be compared with. */
    static final Object PLAIN = new Object() {
        @Override
        public String toString() {
            return "plain";
        }
    };

    /** The other way around, and null before everything. */
    static final Comparator<Object> BACKWARDS = new Comparator<>() {
        @Override
        public int compare(Object one, Object other) {
            return one == null || other == null
                ? Boolean.compare(one != null, other != null) : ((Key) other).compareTo((Key) one);
        }

        @Override
        public String toString() {
            return "backwards";
        }
    };

    /** Whether what is compared keeps its elements in an order. */
    static boolean sorted;

    /** The comparator of that, if there is one. */
    static Comparator<Object> order;

    /** One of the two that are compared. */
    static final class Side {
        final Class<?> type;
        Object object;
        Object walk;
        final List<Object> log = new ArrayList<>();

        Side(Class<?> type) {
            this.type = type;
        }
    }

    /** An operation with its arguments, for either side. */
    interface Operation {
        Object on(Side side) throws Throwable;
    }

    static final class Named {
        final String name;
        final Operation operation;

        Named(String name, Operation operation) {
            this.name = name;
            this.operation = operation;
        }
    }

    static long compared;

    /** What the specification had at the end. */
    static String last;

    /** What was looked up before. */
    static final Map<String, Method> METHODS = new HashMap<>();

    static final Map<String, Optional<Field>> FIELDS = new HashMap<>();

    static final Map<Class<?>, Method> INVARIANTS = new HashMap<>();

    static Object call(Object on, Class<?> type, String name, Class<?>[] types, Object... arguments) throws Throwable {
        String key = type.getName() + name + Arrays.hashCode(types);
        Method method = METHODS.get(key);
        if (method == null) {
            method = type.getMethod(name, types);
            method.setAccessible(true);
            METHODS.put(key, method);
        }
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** What an argument of a type can be. */
    static List<Function<Side, Object>> arguments(Class<?> type, String method, boolean isOrdered) {
        List<Function<Side, Object>> all = new ArrayList<>();
        if (type == int.class) {
            for (int number = -1; number <= 4; number++) {
                Integer boxed = number;
                all.add(side -> boxed);
            }
        } else if (method.equals("equals")) {
            all.add(side -> null);
            all.add(side -> side.object);
            all.add(side -> Arrays.asList());
            all.add(side -> Arrays.asList(ONE_TOO, TWO));
            all.add(side -> Set.of(ONE_TOO, TWO));
            all.add(side -> Map.of(ONE_TOO, TWO));
            all.add(side -> Map.of());
            all.add(side -> ONE);
        } else if (type == Object.class) {
            // Values of sorted maps are not looked into, so that few are enough.
            Object[] objects = sorted && !isOrdered ? new Object[] {null, ONE} : new Object[] {null, ONE, ONE_TOO, TWO};
            for (Object object : objects) {
                all.add(side -> object);
            }
            if (isOrdered) {
                all.add(side -> NONE);
                all.add(side -> THREE);
                all.add(side -> PLAIN);
            }
        } else if (type == Collection.class) {
            all.add(side -> null);
            all.add(side -> side.object);
            all.add(side -> Arrays.asList());
            all.add(side -> Arrays.asList(TWO, null));
        } else if (type == Consumer.class) {
            all.add(side -> null);
            all.add(side -> (Consumer<Object>) side.log::add);
            all.add(side -> (Consumer<Object>) element -> modify(side));
        } else if (type == Function.class) {
            all.add(side -> null);
            all.add(side -> (Function<Object, Object>) key -> null);
            all.add(side -> (Function<Object, Object>) key -> THREE);
            all.add(side -> (Function<Object, Object>) key -> {
                modify(side);
                return TWO;
            });
        } else if (type == BiFunction.class) {
            all.add(side -> null);
            all.add(side -> (BiFunction<Object, Object, Object>) (one, other) -> null);
            all.add(side -> (BiFunction<Object, Object, Object>) (one, other) -> Arrays.asList(one, other).get(1));
            all.add(side -> (BiFunction<Object, Object, Object>) (one, other) -> {
                modify(side);
                return TWO;
            });
        } else if (type == Predicate.class) {
            all.add(side -> null);
            all.add(side -> (Predicate<Object>) object -> object == ONE);
        } else if (type == Supplier.class) {
            all.add(side -> null);
            all.add(side -> (Supplier<Object>) () -> TWO);
        } else if (type == Comparator.class || type == UnaryOperator.class || type == Map.class) {
            all.add(side -> null);
        } else {
            throw new AssertionError("no argument of " + type);
        }
        return all;
    }

    /** Changes a collection in the midst of something. */
    static void modify(Side side) {
        try {
            if (side.object instanceof Map) {
                call(side.object, side.type, "put", new Class<?>[] {Object.class, Object.class}, THREE, ONE);
            } else if (side.object instanceof Collection) {
                call(side.object, side.type, "add", new Class<?>[] {Object.class}, THREE);
            }
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    /** All operations that the specification has, with all arguments. */
    static List<Named> operations(Class<?> real, Class<?> model) throws Exception {
        List<Named> all = new ArrayList<>();
        Method[] methods = model.getMethods();
        Arrays.sort(methods, Comparator.comparing(Method::toString));
        for (Method method : methods) {
            int modifiers = method.getModifiers();
            boolean own = method.getDeclaringClass().getName().startsWith("specified.");
            if (!own || Modifier.isNative(modifiers) || Modifier.isStatic(modifiers) || method.isSynthetic()) {
                continue;
            }
            String name = method.getName();
            Class<?>[] types = method.getParameterTypes();
            try {
                real.getMethod(name, types);
            } catch (NoSuchMethodException none) {
                // Later releases have more.
                continue;
            }
            if (name.equals("iterator")) {
                all.add(new Named("iterator", side -> {
                    side.walk = call(side.object, side.type, "iterator", types);
                    return null;
                }));
                all.addAll(walks());
                continue;
            }
            if (name.equals("keySet") || name.equals("values")) {
                all.add(new Named(name, side -> {
                    Collection<?> view = (Collection<?>) call(side.object, side.type, name, types);
                    side.walk = view.iterator();
                    return Arrays.asList(view.size(), new ArrayList<>(view));
                }));
                for (Object element : new Object[] {null, ONE, TWO, PLAIN}) {
                    all.add(new Named(name + ".contains " + element, side ->
                        ((Collection<?>) call(side.object, side.type, name, types)).contains(element)));
                    all.add(new Named(name + ".remove " + element, side ->
                        ((Collection<?>) call(side.object, side.type, name, types)).remove(element)));
                }
                all.add(new Named(name + ".clear", side -> {
                    ((Collection<?>) call(side.object, side.type, name, types)).clear();
                    return null;
                }));
                if (name.equals("values")) {
                    all.addAll(walks());
                }
                continue;
            }
            List<List<Function<Side, Object>>> lists = new ArrayList<>();
            lists.add(new ArrayList<>());
            for (Class<?> type : types) {
                List<List<Function<Side, Object>>> longer = new ArrayList<>();
                for (List<Function<Side, Object>> list : lists) {
                    // Only the first argument is compared with others by its order.
                    for (Function<Side, Object> argument : arguments(type, name, sorted && list.isEmpty())) {
                        List<Function<Side, Object>> more = new ArrayList<>(list);
                        more.add(argument);
                        longer.add(more);
                    }
                }
                lists = longer;
            }
            int number = 0;
            for (List<Function<Side, Object>> list : lists) {
                String shown = name + Arrays.toString(types) + "#" + number++;
                all.add(new Named(shown, side -> {
                    Object[] arguments = new Object[list.size()];
                    for (int index = 0; index < arguments.length; index++) {
                        arguments[index] = list.get(index).apply(side);
                    }
                    Object result = call(side.object, side.type, name, types, arguments);
                    return method.getReturnType() == Optional.class || result != null && result.getClass() == side.type
                        ? contents(result) : result;
                }));
            }
        }
        return all;
    }

    /** What an iterator does that was made before, if one was. */
    static List<Named> walks() {
        return List.of(new Named("hasNext", side -> walk(side, "hasNext")),
            new Named("next", side -> walk(side, "next")),
            new Named("walk.remove", side -> walk(side, "remove")));
    }

    static Object walk(Side side, String name) throws Throwable {
        return side.walk == null ? null : call(side.walk, java.util.Iterator.class, name, new Class<?>[0]);
    }

    /** A field of a class or one of its superclasses. */
    static Optional<Field> find(Class<?> type, String name) {
        return FIELDS.computeIfAbsent(type.getName() + name, key -> {
            for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
                for (Field field : owner.getDeclaredFields()) {
                    if (field.getName().equals(name)) {
                        field.setAccessible(true);
                        return Optional.of(field);
                    }
                }
            }
            return Optional.empty();
        });
    }

    static Object field(Object object, String name) throws Exception {
        return find(object.getClass(), name).get().get(object);
    }

    /** Whether an object is one that the specification allows, when its counter starts again. */
    static boolean isAllowed(Object object) throws Throwable {
        Class<?> type = object.getClass();
        Optional<Field> counter = find(type, "modCount").or(() -> find(type, "changes"));
        int before = counter.isPresent() ? counter.get().getInt(object) : 0;
        if (counter.isPresent()) {
            counter.get().setInt(object, 0);
        }
        boolean is = (Boolean) INVARIANTS.computeIfAbsent(type, Compare::invariant).invoke(object);
        if (counter.isPresent()) {
            counter.get().setInt(object, before);
        }
        return is;
    }

    static Method invariant(Class<?> type) {
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            for (Method method : owner.getDeclaredMethods()) {
                if (method.getName().equals("repOk")) {
                    method.setAccessible(true);
                    return method;
                }
            }
        }
        throw new AssertionError("nothing says which objects there are");
    }

    /** What is inside. Of hash maps and sets, the order is nobody's business. */
    static List<Object> contents(Object object) throws Exception {
        List<Object> all = unsorted(object);
        String name = object.getClass().getSimpleName();
        if (name.startsWith("Hash") || name.startsWith("Set") || name.startsWith("Map")
                || name.equals("FixedSet") || name.equals("FixedMap")) {
            all.sort(Comparator.comparing(Compare::shown));
        }
        return all;
    }

    static List<Object> unsorted(Object object) throws Exception {
        List<Object> all = new ArrayList<>();
        boolean isModel = object.getClass().getName().startsWith("specified.");
        if (isModel && object.getClass().getSimpleName().equals("Optional")) {
            all.add(field(object, "value"));
        } else if (object instanceof Optional) {
            all.add(((Optional<?>) object).orElse(null));
        } else if (object instanceof Map) {
            if (isModel) {
                for (int index = 0; index < (Integer) field(object, "size"); index++) {
                    all.add(Arrays.asList(field(object, "k" + index), field(object, "v" + index)));
                }
            } else {
                ((Map<?, ?>) object).forEach((key, value) -> all.add(Arrays.asList(key, value)));
            }
        } else if (isModel) {
            for (int index = 0; index < (Integer) field(object, "size"); index++) {
                all.add(field(object, "e" + index));
            }
        } else {
            all.addAll((Collection<?>) object);
        }
        return all;
    }

    static String shown(Object object) {
        if (object instanceof List) {
            StringBuilder all = new StringBuilder("[");
            for (Object element : (List<?>) object) {
                all.append(shown(element)).append(' ');
            }
            return all.append(']').toString();
        }
        if (object != null && object.getClass().isArray()) {
            List<Object> all = new ArrayList<>();
            for (int index = 0; index < Array.getLength(object); index++) {
                all.add(Array.get(object, index));
            }
            return "array " + shown(all);
        }
        return String.valueOf(object);
    }

    /** What an operation comes to. */
    static String outcome(Side side, Operation operation) throws Throwable {
        String ended;
        try {
            ended = "gives " + shown(operation.on(side));
        } catch (specified.Beyond beyond) {
            throw beyond;
        } catch (RuntimeException thrown) {
            ended = "throws " + thrown.getClass().getName();
        }
        return ended + ", leaves " + shown(contents(side.object)) + ", log " + shown(side.log);
    }

    static Object made(Class<?> type) throws Exception {
        return order == null ? type.getConstructor().newInstance() : type.getConstructor(Comparator.class).newInstance(order);
    }

    /** Executes the same on both sides. Gives whether there is more to be said: a specification may have no room. */
    static boolean compare(Class<?> real, Class<?> model, List<Named> sequence) throws Throwable {
        Side one = new Side(real), other = new Side(model);
        if (real == Optional.class) {
            one.object = call(null, real, "ofNullable", new Class<?>[] {Object.class}, ONE);
            other.object = call(null, model, "ofNullable", new Class<?>[] {Object.class}, ONE);
        } else {
            one.object = made(real);
            other.object = made(model);
        }
        StringBuilder said = new StringBuilder();
        for (Named named : sequence) {
            said.append(named.name).append(' ');
            String theirs;
            try {
                theirs = outcome(other, named.operation);
            } catch (specified.Beyond beyond) {
                return false;
            }
            String ours = outcome(one, named.operation);
            compared++;
            // What a hash map has in which order is its own business, but every order is to be tried.
            last = shown(unsorted(other.object));
            if (!ours.equals(theirs)) {
                throw new AssertionError(real + " after " + said + "\n  " + ours + "\n  " + theirs);
            }
            if (!isAllowed(other.object)) {
                throw new AssertionError(real + " after " + said + ": the specification does not allow this");
            }
        }
        return true;
    }

    static List<Named> with(List<Named> sequence, Named last) {
        List<Named> longer = new ArrayList<>(sequence);
        longer.add(last);
        return longer;
    }

    /** Every content, then every two operations, with an iterator that was made before and without. */
    static void compare(String name) throws Throwable {
        Class<?> real = Class.forName("java.util." + name), model = Class.forName("specified." + name);
        if (!real.getSuperclass().getSimpleName().equals(model.getSuperclass().getSimpleName())) {
            throw new AssertionError(name + " extends something else");
        }
        for (Class<?> type : real.getInterfaces()) {
            // Interfaces of later releases are added when a specification is loaded.
            if (!type.isAssignableFrom(model) && !type.getSimpleName().startsWith("Sequenced")) {
                throw new AssertionError(name + " is no " + type);
            }
        }
        List<Named> operations = operations(real, model);
        List<List<Named>> contents = new ArrayList<>();
        contents.add(new ArrayList<>());
        HashSet<String> seen = new HashSet<>();
        int next = 0;
        boolean isMap = Map.class.isAssignableFrom(real), isList = Collection.class.isAssignableFrom(real);
        while ((isMap || isList) && next < contents.size()) {
            List<Named> shorter = contents.get(next++);
            Object[] elements = sorted ? new Object[] {null, ONE, TWO, THREE, PLAIN} : new Object[] {null, ONE, TWO};
            for (Object element : elements) {
                Named add = isMap
                    ? new Named("put " + element, side -> call(side.object, side.type, "put",
                        new Class<?>[] {Object.class, Object.class}, element, shorter.size() == 1 ? null : TWO))
                    : new Named("add " + element, side -> call(side.object, side.type, "add",
                        new Class<?>[] {Object.class}, element));
                List<Named> longer = with(shorter, add);
                if (longer.size() <= 4 && compare(real, model, longer) && seen.add(last)) {
                    contents.add(longer);
                }
            }
        }
        Named walk = null;
        for (Named operation : operations) {
            walk = operation.name.equals("iterator") || operation.name.equals("keySet") ? operation : walk;
        }
        for (List<Named> content : contents) {
            for (Named first : operations) {
                List<Named> one = with(content, first);
                if (!compare(real, model, one)) {
                    continue;
                }
                List<Named> walked = walk == null || content.size() > 3 ? null : with(with(content, walk), first);
                for (Named second : operations) {
                    // Longer ones where they cost least.
                    boolean isShort = content.isEmpty() || content.size() == 1 && !sorted;
                    if (isShort || content.size() == 1 && content.get(0).name.endsWith("k2")) {
                        compare(real, model, with(one, second));
                    }
                    if (walked != null && second.name.indexOf('[') < 0) {
                        compare(real, model, with(walked, second));
                        compare(real, model, with(with(walked, second), operations.get(0)));
                        if (content.size() > 1) {
                            List<Named> later = new ArrayList<>(content);
                            Named go = named(operations, "next");
                            later.addAll(List.of(walk, go, first, second));
                            compare(real, model, later);
                            later = new ArrayList<>(content);
                            later.addAll(List.of(walk, go, go, first, second));
                            compare(real, model, later);
                        }
                    }
                }
            }
        }
        System.out.println(name + ": " + operations.size() + " operations");
    }

    /** What cannot be changed: it is made in every way, then every operation is called. */
    static void compareFixed(String name) throws Throwable {
        Class<?> real = Class.forName("java.util." + name.substring("Fixed".length()));
        Class<?> model = Class.forName("specified." + name);
        List<Named> operations = operations(real, model);
        boolean isMap = real == Map.class;
        int most = real == List.class ? 4 : 3;
        List<List<Object>> contents = new ArrayList<>();
        contents.add(List.of());
        for (int next = 0; next < contents.size(); next++) {
            List<Object> content = contents.get(next);
            fixed(real, model, operations, content.toArray(), false);
            if (!isMap) {
                fixed(real, model, operations, content.toArray(), true);
            }
            if (content.size() >= (isMap ? 2 * most : most)) {
                continue;
            }
            for (Object element : new Object[] {null, ONE, ONE_TOO, TWO, THREE}) {
                for (Object value : isMap ? new Object[] {null, TWO} : new Object[1]) {
                    List<Object> longer = new ArrayList<>(content);
                    longer.add(element);
                    if (isMap) {
                        longer.add(value);
                    }
                    contents.add(longer);
                }
            }
        }
        System.out.println(name + ": " + operations.size() + " operations");
    }

    static void fixed(Class<?> real, Class<?> model, List<Named> operations, Object[] content, boolean isArray)
            throws Throwable {
        Class<?>[] types = new Class<?>[isArray ? 1 : content.length];
        Arrays.fill(types, isArray ? Object[].class : Object.class);
        Object[] arguments = isArray ? new Object[] {content} : content;
        List<List<Named>> sequences = new ArrayList<>();
        for (Named operation : operations) {
            sequences.add(List.of(operation));
        }
        if (real == List.class) {
            for (int next = 0; next <= content.length + 1; next++) {
                List<Named> sequence = new ArrayList<>(List.of(named(operations, "iterator")));
                for (int step = 0; step < next; step++) {
                    sequence.add(named(operations, "next"));
                }
                sequences.add(with(sequence, named(operations, "hasNext")));
                sequences.add(with(sequence, named(operations, "walk.remove")));
            }
        }
        for (List<Named> sequence : sequences) {
            Side one = new Side(real), other = new Side(model);
            String[] said = new String[2];
            for (Side side : new Side[] {one, other}) {
                StringBuilder all = new StringBuilder();
                try {
                    side.object = call(null, side.type, "of", types, arguments);
                    for (Named named : sequence) {
                        all.append(outcome(side, named.operation)).append("; ");
                    }
                } catch (RuntimeException thrown) {
                    all.append(thrown.getClass().getName());
                }
                said[side == one ? 0 : 1] = all.toString();
            }
            same(real + " of " + Arrays.toString(content) + ", " + sequence.get(0).name, said);
            if (other.object != null && !isAllowed(other.object)) {
                throw new AssertionError(real + " of " + Arrays.toString(content) + " is not allowed");
            }
        }
    }

    static Named named(List<Named> operations, String name) {
        for (Named operation : operations) {
            if (operation.name.equals(name)) {
                return operation;
            }
        }
        throw new AssertionError("there is no " + name);
    }

    /** Constructors, and static methods. */
    static void makers() throws Throwable {
        for (String name : new String[] {"ArrayList", "LinkedList", "HashSet", "LinkedHashSet", "TreeSet"}) {
            for (Collection<?> from : Arrays.asList(
                    Arrays.asList(), Arrays.asList(ONE, null), Arrays.asList(TWO, ONE, TWO), null)) {
                both(name + " of " + from, Collection.class, name, from);
            }
        }
        for (String name : new String[] {"ArrayList", "ArrayDeque", "HashMap", "LinkedHashMap", "HashSet", "LinkedHashSet", "PriorityQueue"}) {
            for (int capacity : new int[] {-1, 0, 1, 7}) {
                both(name + " " + capacity, int.class, name, capacity);
            }
        }
        for (String name : new String[] {"empty", "of", "ofNullable"}) {
            for (Object value : new Object[] {null, ONE}) {
                Class<?>[] types = name.equals("empty") ? new Class<?>[0] : new Class<?>[] {Object.class};
                Object[] arguments = name.equals("empty") ? new Object[0] : new Object[] {value};
                String[] said = new String[2];
                for (int side = 0; side < 2; side++) {
                    Class<?> type = side == 0 ? Optional.class : Class.forName("specified.Optional");
                    try {
                        said[side] = shown(contents(call(null, type, name, types, arguments)));
                    } catch (RuntimeException thrown) {
                        said[side] = thrown.getClass().getName();
                    }
                }
                same("Optional." + name, said);
            }
        }
        specified.Statics.compare();
    }

    static void both(String what, Class<?> type, String name, Object argument) throws Throwable {
        String[] said = new String[2];
        for (int side = 0; side < 2; side++) {
            try {
                Class<?> made = Class.forName((side == 0 ? "java.util." : "specified.") + name);
                said[side] = shown(contents(made.getConstructor(type).newInstance(argument)));
            } catch (InvocationTargetException thrown) {
                said[side] = thrown.getCause().getClass().getName();
            }
        }
        same(what, said);
    }

    static void same(String what, String[] said) {
        compared++;
        if (!said[0].equals(said[1])) {
            throw new AssertionError(what + ": " + said[0] + ", " + said[1]);
        }
    }

    public static void main(String[] names) throws Throwable {
        for (String name : names) {
            if (name.startsWith("Fixed")) {
                compareFixed(name);
                continue;
            }
            sorted = name.startsWith("Tree") || name.equals("PriorityQueue");
            compare(name);
            if (sorted) {
                order = BACKWARDS;
                compare(name);
            }
            order = null;
            sorted = false;
        }
        makers();
        System.out.println(compared + " compared");
    }
}
