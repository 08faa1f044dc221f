public class ParseAndPrint {
    static void parse(String text) {
        StringBuilder line = new StringBuilder("[" + text + "]");
        try {
            line.append(" int ").append(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            line.append(" int: ").append(e.getMessage());
        }
        try {
            line.append(" long ").append(Long.parseLong(text));
        } catch (NumberFormatException e) {
            line.append(" long: ").append(e.getMessage());
        }
        try {
            line.append(" double ").append(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            line.append(" double: ").append(e.getMessage());
        }
        try {
            line.append(" float ").append(Float.parseFloat(text));
        } catch (NumberFormatException e) {
            line.append(" float: ").append(e.getMessage());
        }
        System.out.println(line);
    }

    public static void main(String[] args) {
        for (String text : new String[] {"0", "-0", "+5", "007", "2147483647", "2147483648", "-2147483648", "9223372036854775807", "9223372036854775808", "", " 1", "1 ", "1.0", "1e3", ".5", "5.", "0x10", "NaN", "Infinity", "-Infinity", "1e400", "1e-400", "4.9e-324", "2.2250738585072012e-308", "1d", "1f", "0x1p3", "0x1.8p-1", "--1", "1_000", "١٢", "1e", "e1", "0.1", "123456789.123456789", "3.4028236e38", "1.17549435E-38f"}) {
            parse(text);
        }
        System.out.println(Integer.parseInt("zz", 36) + " " + Integer.parseInt("-101", 2) + " " + Long.parseLong("ff", 16) + " " + Integer.parseUnsignedInt("4294967295") + " " + Long.parseUnsignedLong("18446744073709551615") + " " + Integer.decode("-0x1F") + " " + Integer.decode("#ff") + " " + Integer.decode("010") + " " + Long.decode("0XFF") + " " + Byte.parseByte("-128") + " " + Short.valueOf("77"));
        System.out.println(Integer.toString(-255, 16) + " " + Integer.toBinaryString(-8) + " " + Integer.toHexString(-1) + " " + Integer.toOctalString(64) + " " + Integer.toUnsignedString(-1) + " " + Long.toString(Long.MIN_VALUE, 36) + " " + Long.toUnsignedString(-1L) + " " + Long.toBinaryString(5) + " " + Long.toUnsignedString(-2L, 16));
        double[] doubles = {0.1, 0.2 + 0.1, 1.0 / 3, 100, 1e7, 1e-3, 1e-4, 9999999, 1.0E7, 123456789012345680.0, 2e-3, 4.35, 5e-324, 1.7976931348623157e308, 2.2250738585072014E-308, 9007199254740993.0, 0.3f, 1e21, 1e22, 1e23, 2.0e-45};
        for (double d : doubles) {
            System.out.println(d + " " + (float) d + " " + Double.toHexString(d) + " " + Float.toHexString((float) d) + " " + Double.doubleToLongBits(d) + " " + Float.floatToIntBits((float) d) + " " + Double.hashCode(d) + " " + Math.getExponent(d) + " " + Math.ulp(d));
        }
        System.out.println(Boolean.parseBoolean("TRUE") + " " + Boolean.parseBoolean("yes") + " " + Boolean.valueOf("true") + " " + Boolean.logicalXor(true, false) + " " + Boolean.compare(true, false) + " " + Boolean.hashCode(true));
        for (String bad : new String[] {"256", "-129", "x"}) {
            try {
                System.out.println(Byte.parseByte(bad));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            Integer.parseInt(null);
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            Double.parseDouble(null);
        } catch (NullPointerException e) {
            System.out.println("null double");
        }
        try {
            Integer.parseInt("1", 99);
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }
}
