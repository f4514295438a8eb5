package io.stria.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.stria.FileLayout;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

@PropertyDefaults(tries = 100, edgeCases = EdgeCasesMode.NONE)
class MessagesTest {
    /** Every kind of body, by name. */
    private static final Map<String, Messages.Reader<? extends Messages.Body>> READERS = new TreeMap<>(Map.ofEntries(
            Map.entry("Hello", Messages.Hello::read),
            Map.entry("HelloReply", Messages.HelloReply::read),
            Map.entry("Open", Messages.Open::read),
            Map.entry("Close", Messages.Close::read),
            Map.entry("Reopen", Messages.Reopen::read),
            Map.entry("FileRecord", Messages.FileRecord::read),
            Map.entry("PathName", Messages.PathName::read),
            Map.entry("ListPage", Messages.ListPage::read),
            Map.entry("Entries", Messages.Entries::read),
            Map.entry("Rename", Messages.Rename::read),
            Map.entry("SetLayout", Messages.SetLayout::read),
            Map.entry("RepairSize", Messages.RepairSize::read),
            Map.entry("Space", Messages.Space::read),
            Map.entry("TargetTable", Messages.TargetTable::read),
            Map.entry("Join", Messages.Join::read),
            Map.entry("JoinReply", Messages.JoinReply::read),
            Map.entry("Poll", Messages.Poll::read),
            Map.entry("Orders", Messages.Orders::read),
            Map.entry("ErrorText", Messages.ErrorText::read)));

    private static String string(Random random) {
        int[] points = new int[random.nextInt(12)];
        for (int i = 0; i < points.length; i++) {
            points[i] = random.nextInt(4) == 0 ? 0x1F300 + random.nextInt(200) : ' ' + random.nextInt(600);
        }
        return new String(points, 0, points.length);
    }

    private static <T> List<T> list(Random random, Supplier<T> element) {
        return Stream.generate(element).limit(random.nextInt(5)).toList();
    }

    private static FileLayout layout(Random random) {
        long size = FileLayout.STRIPE_SIZE_UNIT * (1 + random.nextInt(1000));
        if (random.nextBoolean()) {
            return FileLayout.striped(random.nextInt(2002) - 1, size).startingAt(random.nextInt(10) - 1);
        }
        return FileLayout.onTargets(
                size, random.ints(1 + random.nextInt(9), 0, 1 << 30).boxed().toList());
    }

    private static Messages.Body body(String kind, Random random) {
        return switch (kind) {
            case "Hello" ->
                new Messages.Hello(
                        random.nextInt(256),
                        random.nextInt(256),
                        random.nextLong(),
                        random.nextLong(),
                        random.nextInt(),
                        random.nextInt(),
                        random.nextInt(),
                        random.nextLong(),
                        random.nextInt());
            case "HelloReply" ->
                new Messages.HelloReply(
                        random.nextInt(256),
                        random.nextLong(),
                        random.nextLong(),
                        random.nextInt(),
                        random.nextInt(),
                        random.nextInt(),
                        random.nextInt(),
                        string(random));
            case "Open" -> new Messages.Open(string(random), random.nextInt(), layout(random));
            case "Close" -> new Messages.Close(random.nextLong(), random.nextLong(), random.nextLong());
            case "Reopen" ->
                new Messages.Reopen(
                        random.nextLong(),
                        random.nextLong(),
                        list(
                                random,
                                () -> new Messages.Held(random.nextLong(), random.nextLong(), random.nextBoolean())));
            case "FileRecord" ->
                new Messages.FileRecord(
                        random.nextLong(),
                        random.nextLong(),
                        random.nextBoolean(),
                        random.nextLong(),
                        random.nextBoolean(),
                        random.nextLong(),
                        layout(random),
                        random.nextBoolean());
            case "PathName" -> new Messages.PathName(string(random));
            case "ListPage" -> new Messages.ListPage(string(random), string(random), random.nextInt());
            case "Entries" ->
                new Messages.Entries(
                        list(random, () -> new Messages.Entry(string(random), random.nextLong(), random.nextBoolean())),
                        random.nextBoolean());
            case "Rename" -> new Messages.Rename(string(random), string(random));
            case "SetLayout" -> new Messages.SetLayout(string(random), layout(random));
            case "RepairSize" -> new Messages.RepairSize(random.nextLong(), random.nextLong(), random.nextLong());
            case "Space" -> new Messages.Space(random.nextLong(), random.nextLong());
            case "TargetTable" ->
                new Messages.TargetTable(list(random, () -> new Messages.Target(random.nextInt(), string(random))));
            case "Join" -> new Messages.Join(string(random), string(random), list(random, () -> string(random)));
            case "JoinReply" -> new Messages.JoinReply(string(random), list(random, random::nextInt));
            case "Poll" ->
                new Messages.Poll(
                        random.nextInt(),
                        list(random, random::nextLong),
                        random.nextLong(),
                        list(random, random::nextLong));
            case "Orders" ->
                new Messages.Orders(list(random, random::nextLong), random.nextLong(), list(random, random::nextLong));
            case "ErrorText" -> new Messages.ErrorText(string(random));
            default -> throw new AssertionError(kind);
        };
    }

    @Test
    void noKindOfBodyIsForgottenHere() {
        assertThat(READERS.keySet())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Messages.class.getDeclaredClasses())
                        .filter(each -> Messages.Body.class.isAssignableFrom(each) && each.isRecord())
                        .map(Class::getSimpleName)
                        .toList());
    }

    @Property
    void everyBodyIsReadBackAsItWasWritten(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        for (String kind : READERS.keySet()) {
            Messages.Body body = body(kind, random);
            ByteBuf in = Unpooled.wrappedBuffer(body.toBytes());
            assertThat((Object) Messages.read(in, READERS.get(kind))).isEqualTo(body);
            assertThat(in.isReadable()).isFalse();
        }
    }

    @Property(tries = 20)
    void bytesBehindTheKnownFieldsAreIgnored(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        for (String kind : READERS.keySet()) {
            Messages.Body body = body(kind, random);
            ByteBuf in = Unpooled.buffer().writeBytes(body.toBytes()).writeLong(random.nextLong());
            assertThat((Object) Messages.read(in, READERS.get(kind))).isEqualTo(body);
        }
    }

    @Property(tries = 10)
    void aBodyCutOffAnywhereIsRefused(@ForAll long seed) {
        Random random = new Random(seed);
        for (String kind : READERS.keySet()) {
            byte[] bytes = body(kind, random).toBytes();
            for (int length = 0; length < bytes.length; length++) {
                ByteBuf in = Unpooled.wrappedBuffer(bytes, 0, length);
                try {
                    Messages.read(in, READERS.get(kind));
                    throw new AssertionError(kind + " of " + bytes.length + " bytes cut to " + length);
                } catch (ProtocolException expected) {
                    assertThat(expected).hasMessageNotContaining("null");
                }
            }
        }
    }

    @Property(tries = 1000)
    void randomBytesAreABodyOrAProtocolErrorAndNothingElse(@ForAll @Size(max = 80) byte[] bytes) {
        READERS.values().forEach(reader -> readOrRefuse(reader, bytes));
    }

    @Property
    void aDamagedBodyIsABodyOrAProtocolErrorAndNothingElse(@ForAll long seed) {
        Random random = new Random(seed);
        READERS.forEach((kind, reader) -> {
            byte[] bytes = body(kind, random).toBytes();
            for (int i = 0; i < 10; i++) {
                byte[] damaged = bytes.clone();
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
                readOrRefuse(reader, damaged);
            }
        });
    }

    private static void readOrRefuse(Messages.Reader<? extends Messages.Body> reader, byte[] bytes) {
        long before = allocatedBytes();
        try {
            Messages.read(Unpooled.wrappedBuffer(bytes), reader);
        } catch (ProtocolException e) {
            assertThat(e).hasMessageNotContaining("null");
        }
        // What is in 80 bytes costs kilobytes, and the thread's allocation buffer; a count made up by the input costs
        // gigabytes.
        assertThat(allocatedBytes() - before).isLessThan(64 << 20);
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    @Test
    void anAbsurdLengthIsRefusedBeforeAnythingIsAllocated() {
        for (int count : new int[] {Integer.MAX_VALUE, 1 << 28, -1, Integer.MIN_VALUE, 4}) {
            ByteBuf in = Unpooled.buffer()
                    .writeInt(7)
                    .writeInt(count)
                    .writeLong(1)
                    .writeLong(2)
                    .writeLong(3);
            assertThatThrownBy(() -> Messages.read(in, Messages.Poll::read))
                    .isInstanceOf(ProtocolException.class)
                    .hasMessage("list of " + count + " in 24 bytes");
        }
        ByteBuf in = Unpooled.buffer().writeShort(65_535).writeZero(100);
        assertThatThrownBy(() -> Messages.read(in, Messages.PathName::read))
                .isInstanceOf(ProtocolException.class)
                .hasMessage("string of 65535 bytes in 100");
    }

    @Test
    void aLayoutThatCannotBeIsRefused() {
        ByteBuf in =
                Unpooled.buffer().writeShort(2).writeByte('/').writeByte('f').writeInt(3);
        in.writeLong(65_537).writeInt(1).writeInt(-1).writeInt(0);
        assertThatThrownBy(() -> Messages.read(in, Messages.Open::read))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("stripe size 65537 B");
    }

    @Test
    void theGreetingOnTheWireIsThisAndNoOther() {
        assertThat(hex(new Messages.Hello(1, 2, 3, 0x1122334455667788L, 42, 4 << 20, 8, 0x99aabbccL, 7)))
                .isEqualTo("01" + "02" + "0000000000000003" + "1122334455667788" + "0000002a" + "00400000" + "00000008"
                        + "0000000099aabbcc" + "00000007");
        assertThat(hex(new Messages.HelloReply(1, 0, 0x0a0b0c0d0e0f1011L, 1 << 20, 16, 4096, 30_000, "oss2:7440")))
                .isEqualTo("01" + "0000000000000000" + "0a0b0c0d0e0f1011" + "00100000" + "00000010" + "00001000"
                        + "00007530" + "0009" + "6f7373323a37343430");
    }

    @Test
    void anOpenOnTheWireIsThisAndNoOther() {
        assertThat(hex(new Messages.Open("/ä", 7, FileLayout.onTargets(65_536, List.of(5, 258)))))
                .isEqualTo("0003" + "2fc3a4" + "00000007" // path, flags
                        + "0000000000010000" + "00000002" + "ffffffff" // stripe size, count, start
                        + "00000002" + "00000005" + "00000102"); // targets
        assertThat(hex(new Messages.FileRecord(9, 8, false, 7, true, 6, FileLayout.striped(1, 65_536), true)))
                .isEqualTo("0000000000000009" + "0000000000000008" + "00" + "0000000000000007" + "01"
                        + "0000000000000006" + "0000000000010000" + "00000001" + "ffffffff" + "00000000" + "01");
    }

    @Test
    void aTargetsQuestionOnTheWireIsThisAndNoOther() {
        assertThat(hex(new Messages.Poll(3, List.of(9L), 0x0102030405060708L, List.of(5L, 6L))))
                .isEqualTo("00000003" + "00000001" + "0000000000000009" + "0102030405060708" + "00000002"
                        + "0000000000000005" + "0000000000000006");
        assertThat(hex(new Messages.Orders(List.of(9L), 0x0102030405060708L, List.of(5L))))
                .isEqualTo("00000001" + "0000000000000009" + "0102030405060708" + "00000001" + "0000000000000005");
    }

    private static String hex(Messages.Body body) {
        return ByteBufUtil.hexDump(body.toBytes());
    }

    @Test
    void aMessageBufferGrowsToWhatIsAnnouncedAndNoFurtherThanAMessageMayBe() throws Exception {
        MessageBuffer buffer = new MessageBuffer();
        Header header = new Header().clear();
        header.payloadLength = 100_000;
        buffer.begin(header);
        MemoryBuf piece = new MemoryBuf();
        buffer.nextPiece(piece, MemoryBuf.NO_ADDRESS, 0, 60_000);
        piece.writeZero(59_999).writeByte(1);
        buffer.nextPiece(piece, MemoryBuf.NO_ADDRESS, 60_000, 40_000);
        piece.writeZero(39_999).writeByte(2);
        byte[] body = buffer.take(100_000);
        assertThat(body[59_999]).isEqualTo((byte) 1);
        assertThat(body[99_999]).isEqualTo((byte) 2);
        for (int length : new int[] {-1, Header.MAX_MESSAGE_BYTES + 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            header.payloadLength = length;
            assertThatThrownBy(() -> buffer.begin(header)).isInstanceOf(ProtocolException.class);
        }
        assertThat(buffer.memory().capacity()).isEqualTo(100_000);
    }
}
