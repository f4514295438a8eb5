package io.stria.server.store;

import static io.stria.server.store.ObjectStoreContractTest.assertStale;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NullObjectStoreTest {
    private final NullObjectStore store = new NullObjectStore();
    private final StoreDriver driver = new StoreDriver(store);

    @Test
    void sizesAreRememberedAndBytesAreNot() throws Exception {
        assertThat(driver.write(1, 2, 100, new byte[50])).isEqualTo(150);
        assertThat(driver.write(1, 2, 0, new byte[50])).isEqualTo(150);
        assertThat(driver.size(1, 2)).isEqualTo(150);
        assertThat(driver.read(1, 2, 140, 100)).hasSize(10);
        assertThat(driver.read(1, 2, 150, 100)).isEmpty();
        assertThat(driver.truncate(1, 2, 20)).isEqualTo(20);
        assertThat(driver.sync(1, 2)).isEqualTo(20);
        assertThat(driver.size(1, 3)).isZero();
    }

    @Test
    void aDestroyedFileIsStale() throws Exception {
        driver.write(1, 2, 100, new byte[50]);
        driver.destroyAndWait(1);
        assertStale(() -> driver.write(1, 2, 100, new byte[50]));
    }
}
