import glassbox.api.Ensures;
import glassbox.api.Requires;

/** Tasks that need others, and an order in which all of them come behind what they need. */
public class TopologicalSort {
    static class Task {
        Cell needs;
        boolean done;
    }

    static class Cell {
        Task task;
        Cell next;
    }

    /** All tasks. */
    Cell tasks;
    /** What was put in order, the last one first. */
    Cell order;

    /** Puts a task in order, behind everything that it needs. */
    void visit(Task task) {
        if (task.done) {
            return;
        }
        task.done = true;
        Cell cell = task.needs;
        while (cell != null) {
            visit(cell.task);
            cell = cell.next;
        }
        append(task);
    }

    void append(Task task) {
        Cell cell = new Cell();
        cell.task = task;
        cell.next = order;
        order = cell;
    }

    /** Puts all tasks in order. */
    void sort() {
        order = null;
        Cell cell = tasks;
        while (cell != null) {
            visit(cell.task);
            cell = cell.next;
        }
    }

    /** All tasks are in order that were not done. */
    @Ensures("old(tasks.*next.task - {t: Task | t.done}) in order.*next.task")
    void sortAll() {
        sort();
    }

    /** What a task needs is not behind it. The order is kept with the last one first. */
    @Requires("(no t: Task | t in t.^({a: Task, b: a.needs.*next.task | true})) && (no t: Task | t.done)")
    @Ensures("all c: order.*next | no c.task.needs.*next.task & c.^(~next).task")
    void sortBehindNeeds() {
        sort();
    }

    /** No task is in order twice. */
    @Ensures("all disj c, d: order.*next | c.task != d.task")
    void sortOnce() {
        sort();
    }

    /** Nothing that tasks need changes. */
    @Ensures("old(Task::needs) == Task::needs && old(Cell::next) in Cell::next && old(Cell::task) in Cell::task")
    void sortChangesNoNeeds() {
        sort();
    }

    /** What a task needs is not behind it, which is wrong of tasks that need each other. */
    @Requires("no t: Task | t.done")
    @Ensures("all c: order.*next | no c.task.needs.*next.task & c.^(~next).task")
    void sortCircles() {
        sort();
    }

    /** What a task needs is not behind it, which is wrong because it is put in order first. */
    @Requires("(no t: Task | t in t.^({a: Task, b: a.needs.*next.task | true})) && (no t: Task | t.done)")
    @Ensures("all c: order.*next | no c.task.needs.*next.task & c.^(~next).task")
    void sortTooEarly() {
        order = null;
        Cell cell = tasks;
        while (cell != null) {
            visitTooEarly(cell.task);
            cell = cell.next;
        }
    }

    void visitTooEarly(Task task) {
        if (task.done) {
            return;
        }
        task.done = true;
        append(task);
        Cell cell = task.needs;
        while (cell != null) {
            visitTooEarly(cell.task);
            cell = cell.next;
        }
    }

    /** Only tasks of the list are in order, which is wrong of tasks that others need. */
    @Ensures("order.*next.task in old(tasks.*next.task)")
    void sortNoOthers() {
        sort();
    }
}
