package io.stria.wire;

/** Operation codes. A reply carries the code of its request and the flag {@link Header#FLAG_REPLY}. */
public final class Opcode {
    /** First frame of a connection; binds it to a service. Body: {@link Messages.Hello}. */
    public static final int HELLO = 1;
    /** Asks for nothing but a reply. */
    public static final int PING = 2;

    /** Writes the payload at (fileId, stripe, objectOffset). */
    public static final int WRITE = 16;
    /** Reads {@code length} bytes; the reply's payload is short at the object's end. */
    public static final int READ = 17;
    /** Makes acknowledged writes of the object survive power loss. */
    public static final int SYNC = 18;
    /** Sets the object's size to {@code objectSize}. */
    public static final int TRUNCATE = 19;
    /** Asks for the object's size. */
    public static final int SIZE = 20;
    /** Asks for the space of the target. Reply: {@link Messages.Space}. */
    public static final int SPACE = 21;

    /** Opens or creates a file. Body: {@link Messages.Open}; reply {@link Messages.FileRecord}. */
    public static final int OPEN = 32;
    /** Ends a handle. Body: {@link Messages.Close}. */
    public static final int CLOSE = 33;
    /** Looks a path up. Body: {@link Messages.PathName}; reply {@link Messages.FileRecord}. */
    public static final int STAT = 34;
    /** One page of a directory. Body: {@link Messages.ListPage}; reply {@link Messages.Entries}. */
    public static final int LIST = 35;
    /** Renames, replacing. Body: {@link Messages.Rename}. */
    public static final int RENAME = 36;
    /** Removes a file or empty directory. Body: {@link Messages.PathName}. */
    public static final int REMOVE = 37;
    /** Makes a directory. Body: {@link Messages.PathName}. */
    public static final int MKDIR = 38;
    /** Asks for the targets of the cluster. Reply: {@link Messages.TargetTable}. */
    public static final int TARGETS = 39;
    /** Registers the targets of a server. Body: {@link Messages.Join}; reply {@link Messages.JoinReply}. */
    public static final int JOIN = 40;
    /** A target asks what to do. Body: {@link Messages.Poll}; reply {@link Messages.Orders}. */
    public static final int POLL = 41;

    /** Sets the layout of files to be created in a directory. Body: {@link Messages.SetLayout}. */
    public static final int SET_LAYOUT = 42;
    /** Tells the size that the objects of a file imply, when it was in doubt. Body: {@link Messages.RepairSize}. */
    public static final int REPAIR_SIZE = 43;
    /** First on each new connection of a client: what it holds open. Body: {@link Messages.Reopen}. */
    public static final int REOPEN = 44;

    private Opcode() {}

    /** Whether it moves payload between memory and an object. */
    public static boolean isData(int opcode) {
        return opcode == WRITE || opcode == READ;
    }
}
