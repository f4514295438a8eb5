package io.stria;

/** The counters of a client. Each is a count since the client was made. */
public enum Counter {
    /** Read and write requests accepted. */
    REQUESTS("requests accepted", "requests"),
    /** Requests refused because a bound was reached. */
    REQUESTS_REFUSED("requests refused as busy", "requests"),
    /** Pooled requests, with their transfer descriptors, that had to be allocated anew. */
    DESCRIPTORS_ALLOCATED("transfer descriptors allocated", "descriptors"),
    /** Payload bytes that arrived whole at their targets. */
    BYTES_WRITTEN("payload bytes written", "bytes"),
    /** Payload bytes that were read. */
    BYTES_READ("payload bytes read", "bytes"),
    /** Payload bytes copied in user space on their way. */
    BYTES_COPIED("payload bytes copied in user space", "bytes"),
    /** RPCs sent. */
    RPCS("RPCs sent", "RPCs"),
    /** Times an event loop was woken to take new work. */
    WAKEUPS("event loop wake-ups", "wake-ups"),
    /** Flushes of a connection. */
    FLUSHES("socket flushes", "flushes"),
    /** Replies that came after their request had been given up, and were dropped. */
    LATE_REPLIES("late replies dropped", "replies"),
    /** Connections that were lost. */
    CONNECTIONS_LOST("connections lost", "connections");

    private final String label;
    private final String unit;

    Counter(String label, String unit) {
        this.label = label;
        this.unit = unit;
    }

    /**
     * What is counted, in words.
     *
     * @return a label
     */
    public String label() {
        return label;
    }

    /**
     * The unit of the count.
     *
     * @return a plural noun
     */
    public String unit() {
        return unit;
    }
}
