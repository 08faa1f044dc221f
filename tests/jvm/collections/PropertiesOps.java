import java.io.*;
import java.util.*;

public class PropertiesOps {
    public static void main(String[] args) throws IOException {
        Properties defaults = new Properties();
        defaults.setProperty("colour", "blue");
        defaults.setProperty("size", "10");
        Properties properties = new Properties(defaults);
        properties.setProperty("size", "20");
        System.out.println(properties.getProperty("colour") + " " + properties.getProperty("size") + " " + properties.getProperty("none") + " " + properties.getProperty("none", "else"));
        System.out.println(new TreeSet<>(properties.stringPropertyNames()) + " " + properties.size());
        String text = """
                # a comment
                ! another
                name = Glass Box
                path:/usr/local\\
                    /share
                empty
                tab\\tkey=with\\u0041unicode
                spaced   value with  blanks
                colon\\:key = yes
                """;
        Properties read = new Properties();
        read.load(new StringReader(text));
        for (String key : new TreeSet<>(read.stringPropertyNames())) {
            System.out.println("[" + key + "] -> [" + read.getProperty(key) + "]");
        }
        Properties bytes = new Properties();
        bytes.load(new ByteArrayInputStream("a=1\nb = 2\r\nc:3".getBytes("ISO-8859-1")));
        System.out.println(new TreeMap<>(bytes));
        Enumeration<?> names = properties.propertyNames();
        TreeSet<Object> sorted = new TreeSet<>();
        while (names.hasMoreElements()) {
            sorted.add(names.nextElement());
        }
        System.out.println(sorted);
    }
}
