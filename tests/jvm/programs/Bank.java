import java.math.*;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Bank {
    static class InsufficientFunds extends Exception {
        final BigDecimal missing;

        InsufficientFunds(BigDecimal missing) {
            super("missing " + missing);
            this.missing = missing;
        }
    }

    static abstract class Account {
        private static int nextNumber = 1000;
        protected BigDecimal balance = BigDecimal.ZERO.setScale(2);
        final int number = nextNumber++;
        final String owner;
        private final List<String> history = new ArrayList<>();

        Account(String owner) {
            this.owner = Objects.requireNonNull(owner, "owner");
        }

        void deposit(BigDecimal amount) {
            if (amount.signum() <= 0) {
                throw new IllegalArgumentException("not positive: " + amount);
            }
            balance = balance.add(amount).setScale(2, RoundingMode.HALF_EVEN);
            log("+" + amount);
        }

        void withdraw(BigDecimal amount) throws InsufficientFunds {
            BigDecimal available = available();
            if (amount.compareTo(available) > 0) {
                throw new InsufficientFunds(amount.subtract(available));
            }
            balance = balance.subtract(amount);
            log("-" + amount);
        }

        protected void log(String entry) {
            history.add(entry);
        }

        List<String> history() {
            return Collections.unmodifiableList(history);
        }

        abstract BigDecimal available();

        abstract void endOfMonth();

        @Override
        public String toString() {
            return String.format("%s %d %-6s %10.2f", getClass().getSimpleName(), number, owner, balance);
        }
    }

    static class Savings extends Account {
        private final BigDecimal rate;

        Savings(String owner, String rate) {
            super(owner);
            this.rate = new BigDecimal(rate);
        }

        BigDecimal available() {
            return balance;
        }

        void endOfMonth() {
            BigDecimal interest = balance.multiply(rate).divide(new BigDecimal(1200), 2, RoundingMode.DOWN);
            if (interest.signum() > 0) {
                deposit(interest);
            }
        }
    }

    static class Checking extends Account {
        private final BigDecimal limit;

        Checking(String owner, int limit) {
            super(owner);
            this.limit = BigDecimal.valueOf(limit);
        }

        BigDecimal available() {
            return balance.add(limit);
        }

        void endOfMonth() {
            if (balance.signum() < 0) {
                balance = balance.subtract(new BigDecimal("7.50"));
                log("fee");
            }
        }
    }

    static void transfer(Account from, Account to, String amount) {
        try {
            from.withdraw(new BigDecimal(amount));
            to.deposit(new BigDecimal(amount));
            System.out.println("moved " + amount);
        } catch (InsufficientFunds e) {
            System.out.println(from.owner + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        List<Account> accounts = List.of(new Savings("Ann", "3.6"), new Checking("Bob", 500), new Savings("Cid", "1.25"));
        accounts.get(0).deposit(new BigDecimal("1000"));
        accounts.get(2).deposit(new BigDecimal("250.755"));
        transfer(accounts.get(1), accounts.get(2), "450.10");
        transfer(accounts.get(1), accounts.get(0), "100");
        transfer(accounts.get(0), accounts.get(1), "333.33");
        for (int month = 0; month < 3; month++) {
            accounts.forEach(Account::endOfMonth);
        }
        accounts.forEach(System.out::println);
        System.out.println(accounts.stream().map(a -> a.balance).reduce(BigDecimal.ZERO, BigDecimal::add));
        accounts.forEach(a -> System.out.println(a.owner + " " + a.history()));
        Map<String, BigDecimal> byKind = accounts.stream().collect(Collectors.groupingBy(a -> a.getClass().getSimpleName(), TreeMap::new, Collectors.reducing(BigDecimal.ZERO, a -> a.balance, BigDecimal::add)));
        System.out.println(byKind);
        for (Runnable bad : List.<Runnable>of(() -> accounts.get(0).deposit(BigDecimal.ZERO), () -> accounts.get(0).history().add("x"), () -> new Savings(null, "1"))) {
            try {
                bad.run();
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
    }
}
