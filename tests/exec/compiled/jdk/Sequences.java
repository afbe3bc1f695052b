import java.math.*;
import java.nio.charset.StandardCharsets;
import java.text.*;
import java.time.*;
import java.time.temporal.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.regex.*;
import java.util.stream.*;
import java.util.zip.*;

public class NAME {
    enum Color { RED, GREEN { @Override int weight() { return 9; } }, BLUE, GREY; int weight() { return ordinal() * 2; } }

    record Pair(int first, String second) { }

    static List<Integer> list(Integer... numbers) { return new ArrayList<>(Arrays.asList(numbers)); }

    static int[] array(int... numbers) { return numbers; }

    static void put(StringBuilder b, Object value) { b.append(value).append(';'); }

    static <T> String all(Iterator<T> iterator) {
        StringBuilder b = new StringBuilder();
        while (iterator.hasNext()) b.append(iterator.next()).append(' ');
        return b.toString();
    }

    static String found(Matcher m) {
        StringBuilder b = new StringBuilder();
        while (m.find()) b.append(m.group()).append('@').append(m.start()).append(m.groupCount() > 0 ? m.group(1) : "").append(' ');
        return b.toString();
    }

    public static Object run(int k) {
        switch (k) {
/*CASES*/            default: return "";
        }
    }

/*METHODS*/}
