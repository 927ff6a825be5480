import type { StorageDriver } from './driver.ts';

/** The same driver; every step that begins at the root waits for `requireRoot` first, and fails when that rejects. */
export function guarded(driver: StorageDriver, requireRoot: () => Promise<void>): StorageDriver {
  const { features, root, openFolder, resolveFile, resolveFolder } = driver;
  const afterwards =
    <Args extends unknown[], Result>(step: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await requireRoot();
      return step.apply(driver, args);
    };
  return {
    features,
    ...(root && { root }),
    resolve: afterwards(driver.resolve),
    async *list(folder, signal) {
      await requireRoot();
      yield* driver.list(folder, signal);
    },
    readFile: afterwards(driver.readFile),
    requireWritable: afterwards(driver.requireWritable),
    makeFolder: afterwards(driver.makeFolder),
    writeFile: afterwards(driver.writeFile),
    createTemporaryFile: afterwards(driver.createTemporaryFile),
    openTemporaryFile: afterwards(driver.openTemporaryFile),
    removeTemporaryFile: afterwards(driver.removeTemporaryFile),
    move: afterwards(driver.move),
    remove: afterwards(driver.remove),
    usage: afterwards(driver.usage),
    ...(openFolder && { openFolder: afterwards(openFolder) }),
    ...(resolveFile && { resolveFile: afterwards(resolveFile) }),
    ...(resolveFolder && { resolveFolder: afterwards(resolveFolder) }),
    close: () => driver.close(),
  };
}
