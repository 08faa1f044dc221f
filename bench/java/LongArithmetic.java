/** Shifts, products and remainders of long. */
public class LongArithmetic {
    public static void main(String[] arguments) {
        long state = 88_172_645_463_325_252L;
        long sum = 0;
        for (int i = 0; i < 10_000_000; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            sum += state % 1_000 + state * 6_364_136_223_846_793_005L;
        }
        System.out.println(sum);
    }
}
