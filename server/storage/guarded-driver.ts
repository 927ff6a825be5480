import type { TaskOptions } from '../lib/task-pool.ts';
import type { StorageDriver } from './driver.ts';
import type { TreeWalks } from './tree-walks.ts';

/** Rejects while the root is missing, for instance because its disk is not mounted. */
type RequireRoot = () => Promise<void>;

/**
 * Returns a driver that waits for `requireRoot` before each step, and fails when that rejects. Has no `keeper` and no `probe`: these are
 * for a root that may be missing, and are called on the driver itself.
 */
export function guarded(driver: StorageDriver, requireRoot: RequireRoot): StorageDriver {
  const withRoot =
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
    resolve: withRoot(driver.resolve),
    resolveFile: withRoot(driver.resolveFile),
    resolveFolder: withRoot(driver.resolveFolder),
    async *list(folder, signal) {
      await requireRoot();
      yield* driver.list(folder, signal);
    },
    openFolder: withRoot(driver.openFolder),
    readFile: withRoot(driver.readFile),
    checksums: withRoot(driver.checksums),
    requireWritable: withRoot(driver.requireWritable),
    makeFolder: withRoot(driver.makeFolder),
    writeFile: withRoot(driver.writeFile),
    createTemporaryFile: withRoot(driver.createTemporaryFile),
    openTemporaryFile: withRoot(driver.openTemporaryFile),
    removeTemporaryFile: withRoot(driver.removeTemporaryFile),
    move: withRoot(driver.move),
    remove: withRoot(driver.remove),
    trashFor: withRoot(driver.trashFor),
    keepFile: withRoot(driver.keepFile),
    ...(driver.watch && { watch: withRoot(driver.watch) }),
    usage: withRoot(driver.usage),
    ...(driver.collectGarbage && { collectGarbage: withRoot(driver.collectGarbage) }),
    ...(driver.writeManifest && { writeManifest: withRoot(driver.writeManifest) }),
    ...(driver.requireReachable && { requireReachable: withRoot(driver.requireReachable) }),
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
    findTemporary: run(walks.findTemporary),
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
