// Operations that exclude each other behave as if they came one after the other. What is left out is told.
// args: --property linearizable --operations 1 --values 1..2
import java.util.List;

public class Account {
    private int balance;

    public synchronized void deposit(int amount) {
        balance += amount;
    }

    public synchronized int withdraw(int amount) {
        if (amount > balance) {
            throw new IllegalArgumentException();
        }
        balance -= amount;
        return balance;
    }

    public synchronized List<Integer> statement() {
        return List.of(balance);
    }
}
