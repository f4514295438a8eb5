package io.stria.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.ErrorCode;
import org.junit.jupiter.api.Test;

class MemoryObjectStoreTest extends ObjectStoreContractTest {
    @Override
    ObjectStore open() {
        return new MemoryObjectStore();
    }

    @Test
    void aFullStoreRefusesAndIsUsableAgainAfterADestroy() throws Exception {
        MemoryObjectStore small = new MemoryObjectStore(1, 2L * MemoryObject.CHUNK_BYTES);
        StoreDriver driver = new StoreDriver(small);
        driver.write(1, 0, 0, new byte[] {1});
        driver.write(2, 0, 1L << 40, new byte[] {2});
        assertCode(ErrorCode.NO_SPACE, () -> driver.write(2, 0, MemoryObject.CHUNK_BYTES - 1, new byte[2]));
        assertThat(driver.size(2, 0)).isEqualTo((1L << 40) + 1);
        driver.destroyAndWait(1);
        assertThat(driver.space().usableBytes).isEqualTo(MemoryObject.CHUNK_BYTES);
        driver.write(2, 0, 0, new byte[2]);
    }
}
