import java.util.Arrays;

/**
 * Ad-hoc on-demand distance-vector routing (Perkins and Royer 1999; RFC 3561) between the nodes of a chain: a
 * node hears the node before it and the node after it. All nodes want to reach the last one. Messages may be
 * lost, duplicated and overtaken by others, and a node may take a neighbour for gone at any time, because so
 * many of its hellos were lost.
 *
 * <p>Each public method but {@link #repOk} is an action. It has a guard: where the guard does not hold, the
 * action does nothing. Numbers of nodes and of messages count from 0; a number that is none makes the action
 * do nothing.
 *
 * <p>The order of {@link #inFlight} has no meaning: every message can be chosen, so that states which only
 * differ in it behave alike.
 *
 * <p>This protocol is free of loops. The classes at the end of this file are not; each has one error.
 */
public class Aodv {
    static final int NODES = 3;
    static final int DESTINATION = NODES - 1;
    static final int MOST_IN_FLIGHT = 2;

    /** For how many ticks of its clock a node trusts a route that is not confirmed again. */
    static final int LIFETIME = 1;

    enum Kind {
        /** The sender is there. */
        HELLO,
        /** Who knows a way to the destination? */
        REQUEST,
        /** The sender knows a way to the destination. */
        REPLY,
        /** The sender has lost its way to the destination. */
        ERROR
    }

    /** A message from one node to one neighbour. A broadcast is one message for each neighbour. */
    static final class Message {
        final Kind kind;
        final int sender;
        final int receiver;
        /** The node to which a way is offered, lost or looked for. */
        final int destination;
        /** How new the knowledge about the destination is, or must be at least. */
        final int sequence;
        /** The length of the sender's way to the destination, or to the origin if this is a request. */
        final int hops;
        /** The node that looks for a way: a request comes from it and a reply goes to it. */
        final int origin;
        /** The sequence number of the origin when it sent the request. */
        final int originSequence;

        Message(
                Kind kind, int sender, int receiver, int destination, int sequence, int hops, int origin,
                int originSequence) {
            this.kind = kind;
            this.sender = sender;
            this.receiver = receiver;
            this.destination = destination;
            this.sequence = sequence;
            this.hops = hops;
            this.origin = origin;
            this.originSequence = originSequence;
        }

        /** The same message to another receiver. */
        Message to(int other) {
            return new Message(kind, sender, other, destination, sequence, hops, origin, originSequence);
        }

        boolean repOkLocal() {
            return kind != null && areNeighbours(sender, receiver) && isNode(destination) && isNode(origin)
                    && sequence >= 0 && hops >= 0 && originSequence >= 0;
        }
    }

    /** A line of a routing table. A route that is no longer valid still says how new a better one must be. */
    static final class Route {
        final int destination;
        int next;
        int hops;
        int sequence;
        boolean valid;
        int lifetime;

        Route(int destination) {
            this.destination = destination;
        }

        /**
         * Whether an offer is newer than this route, or equally new and shorter, or equally new while this
         * one is not valid.
         */
        boolean isWorseThan(int otherSequence, int otherHops) {
            if (otherSequence != sequence) {
                return otherSequence > sequence;
            }
            return !valid || otherHops < hops;
        }

        void use(int next, int hops, int sequence) {
            this.next = next;
            this.hops = hops;
            this.sequence = sequence;
            valid = true;
            lifetime = LIFETIME;
        }

        /** Ends the validity. What has no meaning any more gets a fixed value. */
        void invalidate(int sequence) {
            this.sequence = sequence;
            next = 0;
            hops = 0;
            valid = false;
            lifetime = 0;
        }

        boolean repOkLocal() {
            return valid
                    ? isNode(next) && hops > 0 && sequence > 0 && lifetime > 0 && lifetime <= LIFETIME
                    : next == 0 && hops == 0 && sequence >= 0 && lifetime == 0;
        }
    }

    /** What a node knows. */
    static final class Node {
        final int self;
        /** The number that makes what others know about this node newer or older. */
        int sequence = 1;
        /** The routes by destination, in order. */
        Route[] table = new Route[0];
        /** For each origin, its sequence number in the newest request that was handled. */
        final int[] handled = new int[NODES];
        /** Whether an own request may still be answered. */
        boolean waiting;

        Node(int self) {
            this.self = self;
        }

        /** The route to a destination, valid or not, or null. */
        Route route(int destination) {
            for (Route route : table) {
                if (route.destination == destination) {
                    return route;
                }
            }
            return null;
        }

        Route validRoute(int destination) {
            Route route = route(destination);
            return route != null && route.valid ? route : null;
        }

        /** The newest sequence number that is known of a destination; 0 if none is. */
        int knownSequence(int destination) {
            Route route = route(destination);
            return route == null ? 0 : route.sequence;
        }

        /** Takes an offered route if it is better than the one that is known; says whether it did. */
        boolean offer(int destination, int next, int hops, int sequence) {
            if (destination == self) {
                return false;
            }
            Route route = route(destination);
            if (route == null) {
                route = new Route(destination);
                add(route);
            } else if (!route.isWorseThan(sequence, hops)) {
                if (route.valid && route.next == next && route.hops == hops && route.sequence == sequence) {
                    route.lifetime = LIFETIME;
                }
                return false;
            }
            route.use(next, hops, sequence);
            return true;
        }

        private void add(Route route) {
            int place = table.length;
            table = Arrays.copyOf(table, place + 1);
            while (place > 0 && table[place - 1].destination > route.destination) {
                table[place] = table[place - 1];
                place--;
            }
            table[place] = route;
        }

        void delete(Route route) {
            Route[] rest = new Route[table.length - 1];
            int place = 0;
            for (Route other : table) {
                if (other != route) {
                    rest[place] = other;
                    place++;
                }
            }
            table = rest;
        }

        boolean repOkLocal() {
            if (sequence < 1 || handled.length != NODES) {
                return false;
            }
            for (int i = 0; i < table.length; i++) {
                Route route = table[i];
                if (route == null || !route.repOkLocal()) {
                    return false;
                }
                if (route.destination == self || !isNode(route.destination)) {
                    return false;
                }
                if (route.valid && !areNeighbours(self, route.next)) {
                    return false;
                }
                if (i > 0 && table[i - 1].destination >= route.destination) {
                    return false;
                }
            }
            return true;
        }
    }

    private final Node[] nodes = new Node[NODES];

    /** A bag of messages. */
    private Message[] inFlight = new Message[0];

    public Aodv() {
        for (int i = 0; i < NODES; i++) {
            nodes[i] = new Node(i);
        }
    }

    static boolean isNode(int number) {
        return 0 <= number && number < NODES;
    }

    static boolean areNeighbours(int one, int two) {
        return isNode(one) && isNode(two) && Math.abs(one - two) == 1;
    }

    private boolean isMessage(int index) {
        return 0 <= index && index < inFlight.length;
    }

    // Actions.

    /** A node tells its neighbours that it is there, unless an earlier hello of it is still on its way. */
    public void hello(int sender) {
        if (!isNode(sender) || hasHelloInFlight(sender)) {
            return;
        }
        broadcast(new Message(Kind.HELLO, sender, sender, sender, nodes[sender].sequence, 0, sender, 0));
    }

    /** A node that has no route to the destination, and does not wait for one, starts to look for it. */
    public void request(int origin) {
        if (!isNode(origin) || origin == DESTINATION) {
            return;
        }
        Node node = nodes[origin];
        if (node.waiting || node.validRoute(DESTINATION) != null) {
            return;
        }
        node.waiting = true;
        node.sequence++;
        node.handled[origin] = node.sequence;
        int wanted = node.knownSequence(DESTINATION);
        broadcast(new Message(Kind.REQUEST, origin, origin, DESTINATION, wanted, 0, origin, node.sequence));
    }

    /** A message arrives. */
    public void deliver(int index) {
        if (!isMessage(index)) {
            return;
        }
        Message message = take(index);
        Node receiver = nodes[message.receiver];
        switch (message.kind) {
            case HELLO -> receiver.offer(message.destination, message.sender, 1, message.sequence);
            case REQUEST -> handleRequest(receiver, message);
            case REPLY -> handleReply(receiver, message);
            case ERROR -> handleError(receiver, message);
        }
    }

    /** A message is lost. */
    public void lose(int index) {
        if (isMessage(index)) {
            take(index);
        }
    }

    /** A message will arrive once more, if there is room in the air and it is not there twice already. */
    public void duplicate(int index) {
        if (!isMessage(index)) {
            return;
        }
        Message message = inFlight[index];
        int copies = 0;
        for (Message other : inFlight) {
            if (isSame(message, other)) {
                copies++;
            }
        }
        if (copies == 1) {
            send(message.to(message.receiver));
        }
    }

    /**
     * The clock of a node goes on: routes that were not confirmed expire, and it waits for replies no longer.
     */
    public void tick(int number) {
        if (!isNode(number)) {
            return;
        }
        Node node = nodes[number];
        node.waiting = false;
        for (Route route : node.table) {
            if (route.valid) {
                route.lifetime--;
                if (route.lifetime == 0) {
                    expire(node, route);
                }
            }
        }
    }

    /**
     * A node has heard nothing of a neighbour for too long: the routes through it are broken, and others are
     * told.
     */
    public void neighbourGone(int number, int neighbour) {
        if (!areNeighbours(number, neighbour)) {
            return;
        }
        Node node = nodes[number];
        for (Route route : node.table) {
            if (route.valid && route.next == neighbour) {
                breakRoute(route);
                sendErrors(node, route, neighbour);
            }
        }
    }

    // What nodes do with messages.

    private void handleRequest(Node node, Message request) {
        if (node.handled[request.origin] >= request.originSequence) {
            return;
        }
        node.handled[request.origin] = request.originSequence;
        node.offer(request.origin, request.sender, request.hops + 1, request.originSequence);
        if (node.self == request.destination) {
            node.sequence = Math.max(node.sequence, request.sequence);
            reply(node, request, node.sequence, 0);
            return;
        }
        Route route = node.validRoute(request.destination);
        if (route != null && mayAnswer(route, request.sequence)) {
            reply(node, request, answerSequence(route, request.sequence), route.hops);
            return;
        }
        int wanted = Math.max(request.sequence, node.knownSequence(request.destination));
        broadcast(new Message(
                Kind.REQUEST, node.self, node.self, request.destination, wanted,
                request.hops + 1, request.origin, request.originSequence));
    }

    /** Offers a route to the neighbour from which a request came. */
    private void reply(Node node, Message request, int sequence, int hops) {
        send(new Message(
                Kind.REPLY, node.self, request.sender, request.destination, sequence, hops, request.origin, 0));
    }

    private void handleReply(Node node, Message reply) {
        boolean taken = node.offer(reply.destination, reply.sender, reply.hops + 1, reply.sequence);
        if (node.self == reply.origin) {
            node.waiting = false;
            return;
        }
        Route back = node.validRoute(reply.origin);
        if (taken && back != null) {
            send(new Message(
                    Kind.REPLY, node.self, back.next, reply.destination, reply.sequence,
                    reply.hops + 1, reply.origin, 0));
        }
    }

    private void handleError(Node node, Message error) {
        Route route = node.validRoute(error.destination);
        if (route != null && route.next == error.sender && error.sequence > route.sequence) {
            route.invalidate(error.sequence);
            sendErrors(node, route, error.sender);
        }
    }

    // The rules on which freedom of loops depends.

    /**
     * A route whose next node is gone: nothing that others have learned from it is as new as what must
     * replace it.
     */
    void breakRoute(Route route) {
        route.invalidate(route.sequence + 1);
    }

    /** A route that was trusted for long enough. It is not forgotten, for the same reason. */
    void expire(Node node, Route route) {
        route.invalidate(route.sequence + 1);
    }

    /**
     * Whether a node may answer a request with a route of its own: only if that is as new as the origin
     * wants.
     */
    boolean mayAnswer(Route route, int wanted) {
        return route.sequence >= wanted;
    }

    /** The sequence number of such an answer. */
    int answerSequence(Route route, int wanted) {
        return route.sequence;
    }

    // The air.

    /** Tells the neighbours that a route is lost, but not the one that it went through. */
    private void sendErrors(Node node, Route route, int past) {
        for (int receiver = 0; receiver < NODES; receiver++) {
            if (receiver != past && areNeighbours(node.self, receiver)) {
                send(new Message(
                        Kind.ERROR, node.self, receiver, route.destination, route.sequence, 0, node.self, 0));
            }
        }
    }

    private void broadcast(Message message) {
        for (int receiver = 0; receiver < NODES; receiver++) {
            if (areNeighbours(message.sender, receiver)) {
                send(message.to(receiver));
            }
        }
    }

    /** Puts a message into the air. It is lost if there are too many. */
    private void send(Message message) {
        int count = inFlight.length;
        if (count < MOST_IN_FLIGHT) {
            inFlight = Arrays.copyOf(inFlight, count + 1);
            inFlight[count] = message;
        }
    }

    private Message take(int index) {
        Message message = inFlight[index];
        Message[] rest = Arrays.copyOf(inFlight, inFlight.length - 1);
        if (index < rest.length) {
            rest[index] = inFlight[rest.length];
        }
        inFlight = rest;
        return message;
    }

    private boolean hasHelloInFlight(int sender) {
        for (Message message : inFlight) {
            if (message.kind == Kind.HELLO && message.sender == sender) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSame(Message one, Message two) {
        return one.kind == two.kind && one.sender == two.sender && one.receiver == two.receiver
                && one.destination == two.destination && one.sequence == two.sequence && one.hops == two.hops
                && one.origin == two.origin && one.originSequence == two.originSequence;
    }

    // What is checked.

    /** Whether the representation is in order and the safety property holds. */
    public boolean repOk() {
        for (int i = 0; i < NODES; i++) {
            if (nodes[i] == null || nodes[i].self != i || !nodes[i].repOkLocal()) {
                return false;
            }
        }
        if (inFlight.length > MOST_IN_FLIGHT) {
            return false;
        }
        for (Message message : inFlight) {
            if (message == null || !message.repOkLocal()) {
                return false;
            }
        }
        return loopFree();
    }

    /** The safety property: who follows valid routes to any destination never comes to a node twice. */
    boolean loopFree() {
        for (int destination = 0; destination < NODES; destination++) {
            for (int start = 0; start < NODES; start++) {
                if (runsInCircles(start, destination)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean runsInCircles(int start, int destination) {
        boolean[] visited = new boolean[NODES];
        int at = start;
        while (at != destination) {
            if (visited[at]) {
                return true;
            }
            visited[at] = true;
            Route route = nodes[at].validRoute(destination);
            if (route == null) {
                return false;
            }
            at = route.next;
        }
        return false;
    }
}

/** Breaks a route without making what others have learned from it older. */
class AodvKeepsSequence extends Aodv {
    public AodvKeepsSequence() {}

    @Override
    void breakRoute(Route route) {
        route.invalidate(route.sequence);
    }
}

/** Forgets a route that expires, with the sequence number that a new one must have. */
class AodvForgetsExpired extends Aodv {
    public AodvForgetsExpired() {}

    @Override
    void expire(Node node, Route route) {
        node.delete(route);
    }
}

/** Answers with a route that is older than what was asked for, as if it were as new. */
class AodvAnswersStale extends Aodv {
    public AodvAnswersStale() {}

    @Override
    boolean mayAnswer(Route route, int wanted) {
        return true;
    }

    @Override
    int answerSequence(Route route, int wanted) {
        return Math.max(route.sequence, wanted);
    }
}
