import java.time.*;
import java.time.format.*;
import java.util.*;

public class DateFormats {
    public static void main(String[] args) {
        LocalDateTime time = LocalDateTime.of(2024, 7, 4, 9, 5, 3);
        for (String pattern : new String[] {"yyyy-MM-dd", "dd/MM/yy HH:mm:ss", "EEEE, d MMMM uuuu", "EEE MMM d", "hh:mm a", "D 'day' w", "QQQ yyyy", "HHmmss.SSS", "e L LLL"}) {
            System.out.println(pattern + " -> " + time.format(DateTimeFormatter.ofPattern(pattern, Locale.US)));
        }
        System.out.println(time.format(DateTimeFormatter.ISO_LOCAL_DATE) + " " + time.format(DateTimeFormatter.BASIC_ISO_DATE) + " " + DateTimeFormatter.ISO_ORDINAL_DATE.format(time) + " " + DateTimeFormatter.ISO_WEEK_DATE.format(time) + " " + DateTimeFormatter.ISO_DATE_TIME.format(time));
        System.out.println(LocalDate.parse("04.07.2024", DateTimeFormatter.ofPattern("dd.MM.yyyy")) + " " + LocalTime.parse("9:05 PM", DateTimeFormatter.ofPattern("h:mm a", Locale.US)) + " " + LocalDate.parse("Jul 4, 2024", DateTimeFormatter.ofPattern("MMM d, yyyy", Locale.US)));
        System.out.println(DayOfWeek.MONDAY.getDisplayName(TextStyle.FULL, Locale.US) + " " + Month.MAY.getDisplayName(TextStyle.SHORT, Locale.US) + " " + DayOfWeek.SUNDAY.getDisplayName(TextStyle.NARROW, Locale.US));
        DateTimeFormatter built = new DateTimeFormatterBuilder().appendPattern("uuuu").optionalStart().appendPattern("-MM").optionalEnd().parseDefaulting(java.time.temporal.ChronoField.MONTH_OF_YEAR, 1).toFormatter(Locale.ROOT);
        System.out.println(YearMonth.parse("2024-05", built) + " " + YearMonth.parse("2024", built));
        try {
            LocalDate.parse("31-02-2024", DateTimeFormatter.ofPattern("dd-MM-uuuu").withResolverStyle(ResolverStyle.STRICT));
        } catch (DateTimeParseException e) {
            System.out.println(e.getMessage() + " " + e.getErrorIndex());
        }
    }
}
