public class SwitchForms {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    static String dense(int i) {
        switch (i) {
            case 0: return "zero";
            case 1: return "one";
            case 2: return "two";
            case 3: return "three";
            case -1: return "minus one";
        }
        return "many";
    }

    static String sparse(int i) {
        switch (i) {
            case Integer.MIN_VALUE: return "min";
            case -1000: return "-1000";
            case 0: return "0";
            case 1000000: return "million";
            case Integer.MAX_VALUE: return "max";
            default: return "other";
        }
    }

    static int fallThrough(int i) {
        int r = 0;
        switch (i) {
            default:
                r += 1;
            case 1:
                r += 10;
            case 2:
                r += 100;
                break;
            case 3:
                r += 1000;
        }
        return r;
    }

    static int length(Day day) {
        return switch (day) {
            case MON, FRI, SUN -> 6;
            case TUE -> 7;
            case WED -> {
                int l = day.name().length();
                yield l * 3;
            }
            case THU, SAT -> day.ordinal();
        };
    }

    static String old(Day day) {
        String r = "";
        switch (day) {
            case SAT:
            case SUN:
                r = "weekend";
                break;
            case FRI:
                r = "nearly ";
            default:
                r += "work";
        }
        return r;
    }

    static int wrapped(Integer boxed) {
        switch (boxed) {
            case 1:
                return 10;
            case 2:
                return 20;
            default:
                return 0;
        }
    }

    static int onByte(byte b) {
        return switch (b) {
            case -128 -> 1;
            case 127 -> 2;
            default -> 3;
        };
    }

    static void nothing(int i) {
        switch (i) {
        }
        switch (i) {
            case 5 -> System.out.print("five ");
            case 6 -> { }
            default -> System.out.print("not five ");
        }
    }

    public static void main(String[] args) {
        for (int i = -2; i < 6; i++) {
            System.out.println(i + " " + dense(i) + " " + fallThrough(i) + " " + onByte((byte) (i * 64 + 128)));
        }
        for (int i : new int[] {Integer.MIN_VALUE, -1000, -999, 0, 1000000, Integer.MAX_VALUE}) {
            System.out.print(sparse(i) + " ");
        }
        System.out.println();
        for (Day day : Day.values()) {
            System.out.print(length(day) + old(day) + " ");
        }
        System.out.println();
        System.out.println(wrapped(1) + wrapped(2) + wrapped(3));
        nothing(5);
        nothing(6);
        nothing(7);
        System.out.println();
        try {
            length(null);
        } catch (NullPointerException e) {
            System.out.println("null day");
        }
        try {
            wrapped(null);
        } catch (NullPointerException e) {
            System.out.println("null number");
        }
        int nested = switch (args.length) {
            case 0 -> switch (Day.valueOf("TUE")) {
                case TUE -> 1 + switch ("k") {
                    case "k" -> 41;
                    default -> 0;
                };
                default -> 2;
            };
            default -> 3;
        };
        System.out.println(nested);
    }
}
