public class PackagePrivate {
    public static void main(String[] args) {
        Helper helper = new Helper(3);
        System.out.println(helper.value + " " + helper.twice() + " " + Helper.made);
        Second second = new Second();
        System.out.println(second.value + " " + second.twice() + " " + second + " " + Helper.made);
        Marker marker = second;
        System.out.println(marker.mark() + " " + (helper instanceof Marker));
        System.out.println(Second.hidden() + " " + Helper.hidden());
        Helper upcast = second;
        System.out.println(upcast.value + " " + ((Helper) second).protectedCall() + " " + upcast.base());
        System.out.println(Kind.of(5) + " " + Kind.of(-5));
        synchronized (helper) {
            System.out.println("synchronized " + helper.locked());
        }
    }
}

interface Marker {
    String mark();
}

enum Kind {
    POSITIVE, NEGATIVE;

    static Kind of(int n) {
        return n < 0 ? NEGATIVE : POSITIVE;
    }
}

class Helper {
    static int made;
    int value;

    Helper(int value) {
        this.value = value;
        made++;
    }

    int twice() {
        return value * 2;
    }

    static String hidden() {
        return "helper";
    }

    protected String protectedCall() {
        return "protected helper";
    }

    final int base() {
        return value + 100;
    }

    synchronized int locked() {
        synchronized (this) {
            return base() + 1;
        }
    }
}

class Second extends Helper implements Marker {
    long value = 77;

    Second() {
        super(5);
    }

    @Override
    int twice() {
        return super.twice() + 1;
    }

    static String hidden() {
        return "second";
    }

    @Override
    protected String protectedCall() {
        return "second via " + super.protectedCall();
    }

    public String mark() {
        return "marked " + value + " " + super.value;
    }

    @Override
    public String toString() {
        return "Second(" + value + ")";
    }
}
