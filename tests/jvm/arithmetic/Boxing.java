import java.util.ArrayList;
import java.util.List;

public class Boxing {
    static void show(Object value) {
        System.out.println(value + " " + value.getClass().getName());
    }

    static long sum(List<? extends Number> numbers) {
        long total = 0;
        for (Number number : numbers) {
            total += number.longValue();
        }
        return total;
    }

    public static void main(String[] args) {
        show(1);
        show(1L);
        show(1f);
        show(1.0);
        show('1');
        show((byte) 1);
        show((short) 1);
        show(true);
        show("1");
        show(true ? 1 : 2.0);
        show(true ? (Object) 1 : 2.0);
        show(true ? Integer.valueOf(1) : Double.valueOf(2));
        Integer count = 5;
        count++;
        count += 10;
        count = count * 2 - -count;
        System.out.println(count);
        Character letter = 'x';
        letter++;
        System.out.println(letter);
        Integer a = -128, b = -128, c = 300, d = 300;
        System.out.println((a == b) + " " + c.equals(d) + " " + (c <= d && c >= d) + " " + (c + 0 == d + 0));
        Long wide = 300L;
        System.out.println(wide.equals(300) + " " + wide.equals(300L) + " " + (wide == 300));
        List<Integer> list = new ArrayList<>(List.of(10, 20, 30, 1));
        list.remove(1);
        list.remove(Integer.valueOf(1));
        System.out.println(list + " " + sum(list) + " " + sum(List.of(1.9, 2.9)));
        Integer none = null;
        try {
            int value = none;
            System.out.println(value);
        } catch (NullPointerException e) {
            System.out.println("null unboxed");
        }
        Object o = 7;
        int seven = (Integer) o;
        int alsoSeven = (int) o;
        double asDouble = (int) o;
        System.out.println(seven + alsoSeven + asDouble);
        try {
            long fails = (long) o;
            System.out.println(fails);
        } catch (ClassCastException e) {
            System.out.println("not a Long");
        }
        Number[] numbers = {1, 2L, 3f, 4.0, (byte) 5, (short) 6};
        double total = 0;
        for (Number number : numbers) {
            total += number.doubleValue();
        }
        System.out.println(total);
        System.out.println(new Integer[] {1, 2}.getClass().getName() + " " + int[].class.getName() + " " + String[][].class.getName() + " " + int.class + " " + Integer.class + " " + Runnable.class);
        System.out.println(Integer.valueOf(65).hashCode() + Long.valueOf(1L << 33).hashCode() + Double.valueOf(1.5).hashCode() + Character.valueOf('A').hashCode() + Boolean.TRUE.hashCode() + "A".hashCode());
    }
}
