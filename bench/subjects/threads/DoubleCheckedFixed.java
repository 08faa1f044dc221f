/**
 * An object that is made when somebody first needs it. Who finds it missing looks again under the lock, and lets others see the object
 * when it is complete.
 */
public class DoubleCheckedFixed {
    static final class Settings {
        int size;
    }

    private static volatile Settings settings;

    static Settings get() {
        if (settings == null) {
            synchronized (DoubleCheckedFixed.class) {
                if (settings == null) {
                    Settings made = new Settings();
                    made.size = 7;
                    settings = made;
                }
            }
        }
        return settings;
    }

    public static void main(String[] args) {
        new Thread(DoubleCheckedFixed::get, "other").start();
        int size = get().size;
        assert size == 7 : "the settings were not complete";
    }
}
