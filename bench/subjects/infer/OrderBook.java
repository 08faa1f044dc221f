import glassbox.api.Ensures;
import glassbox.api.Requires;

/** Orders to buy, the best price first, and orders to sell, the lowest price first. */
public class OrderBook {
    static class Order {
        int price;
        int amount;
        Order next;
    }

    Order bids;
    Order asks;

    /** Puts an order to buy behind those that are as good. */
    void bid(Order order) {
        if (bids == null || bids.price < order.price) {
            order.next = bids;
            bids = order;
            return;
        }
        Order before = bids;
        while (before.next != null && before.next.price >= order.price) {
            before = before.next;
        }
        order.next = before.next;
        before.next = order;
    }

    /** Takes an order to buy away; says whether it was there. */
    boolean cancel(Order order) {
        if (order == null) {
            return false;
        }
        if (bids == order) {
            bids = order.next;
            return true;
        }
        Order before = bids;
        while (before != null && before.next != order) {
            before = before.next;
        }
        if (before == null) {
            return false;
        }
        before.next = order.next;
        return true;
    }

    /** Trades between the best orders while their prices meet; gives how much was traded. */
    int match() {
        int traded = 0;
        while (bids != null && asks != null && bids.price >= asks.price) {
            int amount = bids.amount < asks.amount ? bids.amount : asks.amount;
            bids.amount = bids.amount - amount;
            asks.amount = asks.amount - amount;
            traded = traded + amount;
            Order bid = bids;
            Order ask = asks;
            if (bid.amount == 0) {
                bids = bid.next;
            }
            if (ask.amount == 0) {
                asks = ask.next;
            }
        }
        return traded;
    }

    /** A new order is in the book, and nothing else is new. */
    @Requires("order !in bids.*next")
    @Ensures("bids.*next == old(bids.*next) + order")
    void bidEnters(Order order) {
        bid(order);
    }

    /** The best price stays first. */
    @Requires("(all o: bids.*next | o.next != null => o.price >= o.next.price) && order !in bids.*next")
    @Ensures("all o: bids.*next | o.next != null => o.price >= o.next.price")
    void bidSorted(Order order) {
        bid(order);
    }

    /** What is cancelled is not in the book any longer, and all others are. */
    @Requires("no o: Order | o in o.^next")
    @Ensures("bids.*next == old(bids.*next) - order")
    boolean cancelLeaves(Order order) {
        return cancel(order);
    }

    /** No prices meet that could be traded. */
    @Ensures("bids == null || asks == null || bids.price < asks.price")
    int matchEnds() {
        return match();
    }

    /** No order gets an amount below zero. */
    @Requires("all o: Order | o.amount > 0")
    @Ensures("all o: Order | o.amount >= 0")
    int matchNotNegative() {
        return match();
    }

    /** The best price stays first, which is wrong because the order is put behind the first one that is worse. */
    @Requires("(all o: bids.*next | o.next != null => o.price >= o.next.price) && order !in bids.*next")
    @Ensures("all o: bids.*next | o.next != null => o.price >= o.next.price")
    void bidBehindWorse(Order order) {
        if (bids == null) {
            order.next = null;
            bids = order;
            return;
        }
        Order before = bids;
        while (before.next != null && before.price >= order.price) {
            before = before.next;
        }
        order.next = before.next;
        before.next = order;
    }

    /** What is cancelled is not in the book any longer, which is wrong if everything behind it goes too. */
    @Requires("no o: Order | o in o.^next")
    @Ensures("bids.*next == old(bids.*next) - order")
    boolean cancelRest(Order order) {
        if (order == null) {
            return false;
        }
        if (bids == order) {
            bids = null;
            return true;
        }
        Order before = bids;
        while (before != null && before.next != order) {
            before = before.next;
        }
        if (before == null) {
            return false;
        }
        before.next = null;
        return true;
    }

    /** All orders that are left have an amount, which is wrong of the first one if it had none. */
    @Ensures("all o: bids.*next + asks.*next | o.amount > 0")
    int matchAllOpen() {
        return match();
    }
}
