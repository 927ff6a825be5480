import type {
  GrowingDigest,
  MoveOutcome,
  TemporaryFile,
  TemporaryFileRef,
  PublishOptions,
  StorageDriver,
  WriteOptions,
} from '../storage/driver.ts';
import type { EntryRef, EntryStat } from '../storage/entry.ts';

/** Callbacks around the steps that change names in the tree. Each calls `step` itself. */
export interface AroundChanges {
  /** A file or folder gets a free name, or a file replaces another one. */
  naming(
    entry: EntryRef,
    options: PublishOptions,
    step: () => Promise<EntryStat>,
  ): Promise<EntryStat>;
  moving(
    move: { readonly from: EntryRef; readonly to: EntryRef; readonly replace: boolean },
    step: () => Promise<MoveOutcome>,
  ): Promise<MoveOutcome>;
  removing(entry: EntryRef, step: () => Promise<void>): Promise<void>;
}

const UNCHANGED: AroundChanges = {
  naming: (_entry, _options, step) => step(),
  moving: (_move, step) => step(),
  removing: (_entry, step) => step(),
};

/**
 * Wraps the steps of a driver that change names; those without a callback stay as they are. Temporary files have no visible name and are not
 * included.
 */
export function wrapDriver(
  driver: StorageDriver,
  callbacks: Partial<AroundChanges> = {},
): StorageDriver {
  const around = { ...UNCHANGED, ...callbacks };
  return {
    ...readingOnly(driver),
    makeFolder: (folder, name) =>
      around.naming({ folder, name }, { replace: false }, () => driver.makeFolder(folder, name)),
    writeFile: (folder, name, bytes, options) =>
      around.naming({ folder, name }, options, () =>
        driver.writeFile(folder, name, bytes, options),
      ),
    async createTemporaryFile(folder, partName) {
      return new WrappedTemporaryFile(await driver.createTemporaryFile(folder, partName), around);
    },
    async openTemporaryFile(ref) {
      const temporaryFile = await driver.openTemporaryFile(ref);
      return temporaryFile && new WrappedTemporaryFile(temporaryFile, around);
    },
    removeTemporaryFile: (ref) => driver.removeTemporaryFile(ref),
    move: (from, to, options) =>
      around.moving({ from, to, ...options }, () => driver.move(from, to, options)),
    remove: (folder, name) => around.removing({ folder, name }, () => driver.remove(folder, name)),
    close: () => driver.close(),
  };
}

type Reading = Omit<
  StorageDriver,
  | 'makeFolder'
  | 'writeFile'
  | 'createTemporaryFile'
  | 'openTemporaryFile'
  | 'removeTemporaryFile'
  | 'move'
  | 'remove'
  | 'close'
>;

/** Returns the members that change no names. */
function readingOnly(driver: StorageDriver): Reading {
  return {
    features: driver.features,
    walks: driver.walks,
    search: driver.search,
    archives: driver.archives,
    resolve: (path, within) => driver.resolve(path, within),
    resolveFile: (path, within, options) => driver.resolveFile(path, within, options),
    resolveFolder: (path, within) => driver.resolveFolder(path, within),
    list: (folder, signal) => driver.list(folder, signal),
    openFolder: (folder) => driver.openFolder(folder),
    readFile: (path, options) => driver.readFile(path, options),
    checksums: (path, algorithms, signal) => driver.checksums(path, algorithms, signal),
    trashFor: (entry, options) => driver.trashFor(entry, options),
    keepFile: (from, to) => driver.keepFile(from, to),
    usage: (folder) => driver.usage(folder),
    requireWritable: (folder) => driver.requireWritable(folder),
  };
}

class WrappedTemporaryFile implements TemporaryFile {
  readonly ref: TemporaryFileRef;
  readonly size: number;
  readonly identity: string;
  readonly #temporaryFile: TemporaryFile;
  readonly #around: AroundChanges;

  constructor(temporaryFile: TemporaryFile, around: AroundChanges) {
    this.ref = temporaryFile.ref;
    this.size = temporaryFile.size;
    this.identity = temporaryFile.identity;
    this.#temporaryFile = temporaryFile;
    this.#around = around;
  }

  write(chunks: readonly Uint8Array[], position: number): Promise<void> {
    return this.#temporaryFile.write(chunks, position);
  }

  truncate(size: number): Promise<void> {
    return this.#temporaryFile.truncate(size);
  }

  beginDigest(): Promise<GrowingDigest> {
    return this.#temporaryFile.beginDigest();
  }

  flush(): Promise<void> {
    return this.#temporaryFile.flush();
  }

  publish(name: string, options: WriteOptions): Promise<EntryStat> {
    const { folder } = this.ref;
    return this.#around.naming({ folder, name }, options, () =>
      this.#temporaryFile.publish(name, options),
    );
  }

  close(): Promise<void> {
    return this.#temporaryFile.close();
  }

  discard(): Promise<boolean> {
    return this.#temporaryFile.discard();
  }
}
