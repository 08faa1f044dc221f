// args: --engine infer --method Halves.half
// What is not part of the encoding is named with its place, and what to try is what helps here.
public class Halves {
    int size;

    @glassbox.api.Ensures("size >= 0")
    void half() {
        double exact = size / 2.0;
        size = (int) exact;
    }
}
