import type { TaskOptions } from '../lib/task-pool.ts';
import type { StorageDriver } from './driver.ts';
import type { TreeWalks } from './tree-walks.ts';

type RequireRoot = () => Promise<void>;

/** Returns a driver that waits for `requireRoot` before each step that begins at the root, and fails when that rejects. */
export function guarded(driver: StorageDriver, requireRoot: RequireRoot): StorageDriver {
  const afterwards =
    <Args extends unknown[], Result>(step: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await requireRoot();
      return step.apply(driver, args);
    };
  const { search, archives } = driver;
  return {
    features: driver.features,
    walks: guardedWalks(driver.walks, requireRoot),
    search: {
      begin: () => search.begin(),
      facts: () => search.facts(),
      async find(task, signal) {
        await requireRoot();
        return search.find(task, signal);
      },
    },
    archives: {
      async open(request, signal) {
        await requireRoot();
        return archives.open(request, signal);
      },
    },
    resolve: afterwards(driver.resolve),
    resolveFile: afterwards(driver.resolveFile),
    resolveFolder: afterwards(driver.resolveFolder),
    async *list(folder, signal) {
      await requireRoot();
      yield* driver.list(folder, signal);
    },
    openFolder: afterwards(driver.openFolder),
    readFile: afterwards(driver.readFile),
    checksums: afterwards(driver.checksums),
    requireWritable: afterwards(driver.requireWritable),
    makeFolder: afterwards(driver.makeFolder),
    writeFile: afterwards(driver.writeFile),
    createTemporaryFile: afterwards(driver.createTemporaryFile),
    openTemporaryFile: afterwards(driver.openTemporaryFile),
    removeTemporaryFile: afterwards(driver.removeTemporaryFile),
    move: afterwards(driver.move),
    remove: afterwards(driver.remove),
    trashFor: afterwards(driver.trashFor),
    keepFile: afterwards(driver.keepFile),
    ...(driver.watch && { watch: afterwards(driver.watch) }),
    usage: afterwards(driver.usage),
    ...(driver.collectGarbage && { collectGarbage: afterwards(driver.collectGarbage) }),
    ...(driver.writeManifest && { writeManifest: afterwards(driver.writeManifest) }),
    ...(driver.requireReachable && { requireReachable: afterwards(driver.requireReachable) }),
    close: () => driver.close(),
  };
}

function guardedWalks(walks: TreeWalks, requireRoot: RequireRoot): TreeWalks {
  const run =
    <Input, Result>(walk: (input: Input, options: TaskOptions) => Promise<Result>) =>
    async (input: Input, options: TaskOptions): Promise<Result> => {
      await requireRoot();
      return walk(input, options);
    };
  return {
    async stat(input) {
      await requireRoot();
      return walks.stat(input);
    },
    async findTemporary(options) {
      await requireRoot();
      return walks.findTemporary(options);
    },
    survey: run(walks.survey),
    copy: run(walks.copy),
    merge: run(walks.merge),
    remove: run(walks.remove),
    removeCopied: run(walks.removeCopied),
    async *list(input, options) {
      await requireRoot();
      yield* walks.list(input, options);
    },
  };
}
