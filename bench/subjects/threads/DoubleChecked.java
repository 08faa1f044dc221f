/**
 * An object that is made when somebody first needs it. Who finds it missing looks again under the lock, but lets others see the object
 * before it is complete.
 */
public class DoubleChecked {
    static final class Settings {
        int size;
    }

    private static volatile Settings settings;

    static Settings get() {
        if (settings == null) {
            synchronized (DoubleChecked.class) {
                if (settings == null) {
                    // Wrong: others may come by now.
                    settings = new Settings();
                    settings.size = 7;
                }
            }
        }
        return settings;
    }

    public static void main(String[] args) {
        new Thread(DoubleChecked::get, "other").start();
        int size = get().size;
        assert size == 7 : "the settings were not complete";
    }
}
