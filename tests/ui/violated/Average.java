// Nobody has thought of an empty list.
import glassbox.api.Verify;

public class Average {
    static int average(int[] values) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    public static void main(String[] arguments) {
        int length = Verify.choose(0, 2);
        int[] values = new int[length];
        for (int i = 0; i < length; i++) {
            values[i] = i * 10;
        }
        average(values);
    }
}
