import java.time.*;
import java.time.temporal.*;
import java.util.*;

public class Dates {
    public static void main(String[] args) {
        LocalDate date = LocalDate.of(2024, 2, 28);
        System.out.println(date.plusDays(2) + " " + date.plusMonths(12) + " " + date.minusYears(1).isLeapYear() + " " + date.lengthOfMonth() + " " + date.getDayOfWeek() + " " + date.getDayOfYear() + " " + date.withDayOfMonth(1) + " " + date.atStartOfDay());
        System.out.println(LocalDate.parse("2023-12-31").until(LocalDate.of(2024, 3, 1)) + " " + ChronoUnit.DAYS.between(LocalDate.of(1970, 1, 1), date) + " " + ChronoUnit.WEEKS.between(LocalDate.of(2000, 1, 1), date) + " " + date.isBefore(LocalDate.MAX) + " " + date.compareTo(LocalDate.of(2023, 5, 6)));
        System.out.println(date.with(TemporalAdjusters.lastDayOfMonth()) + " " + date.with(TemporalAdjusters.next(DayOfWeek.MONDAY)) + " " + date.with(TemporalAdjusters.firstInMonth(DayOfWeek.FRIDAY)) + " " + date.get(ChronoField.ALIGNED_WEEK_OF_YEAR) + " " + date.get(IsoFields.QUARTER_OF_YEAR) + " " + date.toEpochDay());
        LocalDateTime time = LocalDateTime.of(2024, Month.JANUARY, 31, 23, 59, 58, 123_000_000);
        System.out.println(time + " " + time.plusSeconds(3) + " " + time.plusMonths(1) + " " + time.truncatedTo(ChronoUnit.HOURS) + " " + time.toLocalTime().toSecondOfDay() + " " + time.getMonth().plus(11) + " " + time.toLocalDate().isEqual(LocalDate.of(2024, 1, 31)));
        LocalTime clock = LocalTime.parse("10:15:30");
        System.out.println(clock.minusHours(11) + " " + clock.withMinute(0) + " " + clock.toNanoOfDay() + " " + LocalTime.MIDNIGHT + " " + LocalTime.NOON.isAfter(clock) + " " + clock.plus(Duration.ofMinutes(90)));
        Duration duration = Duration.ofSeconds(90061, 5_000_000);
        System.out.println(duration + " " + duration.toHours() + " " + duration.toMinutesPart() + " " + duration.negated() + " " + duration.multipliedBy(3) + " " + Duration.between(clock, LocalTime.NOON) + " " + Duration.parse("PT1H30M").toMinutes() + " " + Duration.ofMillis(1500).compareTo(Duration.ofSeconds(1)) + " " + Duration.ZERO.isZero() + " " + Duration.ofDays(-2));
        Period period = Period.of(1, 14, 40);
        System.out.println(period + " " + period.normalized() + " " + period.toTotalMonths() + " " + date.plus(period) + " " + Period.between(date, LocalDate.of(2030, 1, 1)) + " " + Period.parse("P2Y3M"));
        Instant instant = Instant.ofEpochSecond(1_700_000_000L, 42);
        System.out.println(instant + " " + instant.plusMillis(1234).toEpochMilli() + " " + Instant.EPOCH + " " + instant.isAfter(Instant.EPOCH) + " " + Instant.parse("2020-01-01T00:00:00Z").getEpochSecond());
        System.out.println(OffsetDateTime.of(time, ZoneOffset.ofHours(2)) + " " + time.toEpochSecond(ZoneOffset.UTC) + " " + ZoneOffset.ofHoursMinutes(-3, -30) + " " + instant.atOffset(ZoneOffset.UTC) + " " + Year.of(1900).isLeap() + " " + YearMonth.of(2023, 2).atEndOfMonth() + " " + MonthDay.of(2, 29).isValidYear(2023));
        for (String bad : new String[] {"2023-02-29", "2023-13-01", "nonsense", "2023-1-1"}) {
            try {
                System.out.println(LocalDate.parse(bad));
            } catch (DateTimeException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            LocalDate.of(2023, 4, 31);
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
        int fridays = 0;
        for (LocalDate day = LocalDate.of(2000, 1, 1); day.getYear() < 2030; day = day.plusMonths(1)) {
            if (day.withDayOfMonth(13).getDayOfWeek() == DayOfWeek.FRIDAY) {
                fridays++;
            }
        }
        System.out.println(fridays + " " + new TreeSet<>(List.of(date, LocalDate.EPOCH, LocalDate.of(1999, 9, 9))) + " " + date.datesUntil(date.plusDays(3)).toList() + " " + date.hashCode() + " " + date.equals(LocalDate.of(2024, 2, 28)));
    }
}
