package io.stria.server;

import io.stria.AsyncFile;
import io.stria.StriaClient;
import java.util.ArrayList;
import java.util.List;

/** A client, and what it has open. */
final class Member {
    private final String name;
    private final StriaClient client;
    private final long session;
    private final List<Handle> handles = new ArrayList<>();

    /** An open file beside what it must hold. */
    record Handle(Member owner, AsyncFile file, ModelFile model, boolean reads, boolean writes) {
        boolean has(ModelFile file) {
            return model == file;
        }

        @Override
        public String toString() {
            return owner.name + " " + file.path() + " (file " + model.id() + ", " + (reads ? "r" : "")
                    + (writes ? "w" : "") + ", " + model.size() + " B)";
        }
    }

    Member(String name, StriaClient client, long session) {
        this.name = name;
        this.client = client;
        this.session = session;
    }

    StriaClient client() {
        return client;
    }

    long session() {
        return session;
    }

    List<Handle> handles() {
        return handles;
    }

    @Override
    public String toString() {
        return name;
    }
}
