// args: --engine infer --method Foreign.look
// A property may look at what is private to another class, which the report notes; the whole heap is shown, and the arguments.
class Box {
    private int content;
    Box next;

    int content() {
        return content;
    }
}

public class Foreign {
    Box first;

    @glassbox.api.Requires("first != null && first.next == box")
    @glassbox.api.Ensures("first.content == box.content")
    int look(Box box, boolean closely) {
        return closely ? 1 : first.content();
    }
}
