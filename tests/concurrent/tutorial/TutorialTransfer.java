// violated: deadlock
/** Two transfers that take the locks of the accounts in opposite orders. */
public class TutorialTransfer {
    private static final class Account {
        private final String owner;
        private int balance = 100;

        private Account(String owner) {
            this.owner = owner;
        }

        @Override
        public String toString() {
            return owner + ": " + balance;
        }
    }

    private static void transfer(Account from, Account to, int amount) {
        synchronized (from) {
            synchronized (to) {
                from.balance -= amount;
                to.balance += amount;
                System.out.println(from + ", " + to);
            }
        }
    }

    public static void main(String[] args) {
        Account ann = new Account("Ann");
        Account bob = new Account("Bob");
        new Thread(() -> transfer(ann, bob, 10)).start();
        new Thread(() -> transfer(bob, ann, 20)).start();
    }
}
