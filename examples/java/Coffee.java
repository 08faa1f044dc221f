// expect: violated
import glassbox.api.Verify;

/**
 * A vending machine: coins are inserted, refunded, or a coffee is taken. Taking a coffee forgets to look
 * at the price when the last coin was refunded, so three particular choices lead to a debt.
 */
public class Coffee {
    private static final int PRICE = 2;

    private int coins;
    private boolean refunded;

    void insert() {
        coins++;
        refunded = false;
    }

    void refund() {
        if (coins > 0) {
            coins--;
            refunded = true;
        }
    }

    void take() {
        if (refunded || coins >= PRICE) {
            coins -= PRICE;
        }
    }

    public static void main(String[] args) {
        Coffee machine = new Coffee();
        for (int round = 0; round < 6; round++) {
            switch (Verify.choose(0, 2)) {
                case 0 -> machine.insert();
                case 1 -> machine.refund();
                default -> machine.take();
            }
            assert machine.coins >= 0 : "the machine never gives credit";
        }
    }
}
