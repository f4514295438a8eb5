package io.stria.server.store;

class MemoryObjectStoreTest extends ObjectStoreContractTest {
    @Override
    ObjectStore open() {
        return new MemoryObjectStore();
    }
}
