/** The assertion fails, and the program goes on as if nothing were. */
public class CaughtAssertion {
    public static void main(String[] args) {
        int[] numbers = {3, 1, 2};
        try {
            for (int i = 1; i < numbers.length; i++) {
                assert numbers[i - 1] <= numbers[i] : "not sorted at " + i;
            }
        } catch (AssertionError e) {
            System.out.println("ignored: " + e.getMessage());
        }
    }
}
