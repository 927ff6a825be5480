import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import type { Database } from '../../metadata/database.ts';
import { at, bytesOf, readText, signal } from '../driver.test-tools.ts';
import {
  ENGINES,
  missingEngine,
  missingForBucket,
  openEmptyDatabase,
  openStoreForTest,
  type LocationForTest,
} from './managed.test-tools.ts';
import { listManifests, readManifest } from './manifest.ts';
import { ManagedDriver } from './managed-driver.ts';
import { recoverTree } from './recover-tree.ts';
import { verifyStore } from './verify-store.ts';
import { WalkRun } from './walk-run.ts';

const REPLACE = { replace: true };
const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 1);
/** Number of characters of a time in a name. */
const TIME_LENGTH = '2026-01-01T00-00-00Z'.length;

/** Opens an empty database of the engine, until the end of the test. */
async function emptyDatabase(engine: (typeof ENGINES)[number]): Promise<Database> {
  const db = await openEmptyDatabase(engine);
  onTestFinished(() => db.close());
  return db;
}

for (const engine of ENGINES) {
  for (const keptIn of ['folder', 'bucket'] satisfies LocationForTest[]) {
    const missing = keptIn === 'folder' ? missingEngine(engine) : missingForBucket(engine);
    const reason = missing === undefined ? '' : ` (not run: ${missing})`;
    describe.skipIf(missing !== undefined)(`a manifest in a ${keptIn}, ${engine}${reason}`, () => {
      async function open() {
        const { driver, db } = await openStoreForTest(engine, keptIn);
        onTestFinished(() => driver.close());
        const { tree } = driver;
        const { manifests } = tree.blobs;
        const names = () => listManifests(manifests, signal);
        /** Returns the times of the manifests, without the id of the tree. */
        const times = async () => (await names()).map((name) => name.slice(0, TIME_LENGTH));
        /** Creates the tree of the newest manifest in another database, on the same contents. */
        const recovered = async () => {
          const other = await emptyDatabase(engine);
          const rest = { fileMode: 0o640, dirMode: 0o750 };
          const again = new ManagedDriver({ db: other, blobs: tree.blobs, ...rest });
          const rows = await readManifest(manifests, (await names())[0] ?? '');
          return { again, counts: await recoverTree(again.tree, rows) };
        };
        return { driver, db, manifests, names, times, recovered };
      }

      test('recovers the tree with contents and times in a new database', async () => {
        const { driver, recovered } = await open();
        await driver.makeFolder(ROOT, 'docs');
        await driver.makeFolder(at('/docs'), 'ünïcödé 😀\n');
        await driver.writeFile(at('/docs/ünïcödé 😀\n'), 'a', bytesOf('first'), REPLACE);
        await driver.writeFile(ROOT, '100% "b" #?', bytesOf('second'), REPLACE);
        await driver.writeFile(ROOT, 'empty', bytesOf(''), REPLACE);
        // A folder whose id is smaller than that of the folder that holds it.
        await driver.makeFolder(ROOT, 'later');
        await driver.move(
          { folder: ROOT, name: 'docs' },
          { folder: at('/later'), name: 'docs' },
          { replace: false },
        );
        await driver.writeManifest(START_MS);

        const { again, counts } = await recovered();
        expect(counts).toEqual({ files: 3, folders: 3, bytes: 11, leftOut: 0 });
        expect(await readText(again, at('/later/docs/ünïcödé 😀\n/a'))).toBe('first');
        expect(await readText(again, at('/100% "b" #?'))).toBe('second');
        expect(await readText(again, at('/empty'))).toBe('');
        const modified = async (of: ManagedDriver) =>
          (await of.readFile(at('/100% "b" #?'), { wholeUpTo: 100 })).stat.modifiedNs;
        expect(await modified(again)).toBe(await modified(driver));
        const report = await verifyStore(
          again.tree,
          { readsContents: true },
          new WalkRun({ signal }),
        );
        expect(report).toMatchObject({ problems: 0, unknown: 0 });
        // The recovered tree can be changed like any other.
        await again.writeFile(ROOT, 'new', bytesOf('new'), REPLACE);
        expect(await readText(again, at('/new'))).toBe('new');
      });

      test('is written only if something has changed, and the newest 24 are kept', async () => {
        const { driver, times } = await open();
        await driver.writeManifest(START_MS);
        await driver.writeManifest(START_MS + HOUR_MS);
        expect(await times()).toEqual(['2026-01-01T00-00-00Z']);
        for (let hour = 2; hour < 28; hour += 1) {
          await driver.writeFile(ROOT, 'a', bytesOf(`hour ${hour}`), REPLACE);
          await driver.writeManifest(START_MS + hour * HOUR_MS);
        }
        const kept = await times();
        expect(kept).toHaveLength(24);
        expect([kept[0], kept[23]]).toEqual(['2026-01-02T03-00-00Z', '2026-01-01T04-00-00Z']);
      });

      test('leaves out what is in the trash, and refuses a tree that is not empty', async () => {
        const { driver, recovered } = await open();
        await driver.writeFile(ROOT, 'kept', bytesOf('kept'), REPLACE);
        await driver.makeFolder(ROOT, 'gone');
        await driver.writeFile(at('/gone'), 'inside', bytesOf('gone'), REPLACE);
        const trash = await driver.trashFor({ folder: ROOT, name: 'gone' }, { create: true });
        if (trash === undefined) throw new Error('there is no trash');
        await driver.move({ folder: ROOT, name: 'gone' }, { folder: trash, name: 'x' }, REPLACE);
        await driver.writeManifest(START_MS);
        const { again, counts } = await recovered();
        expect(counts).toMatchObject({ files: 1, folders: 0 });
        expect(await readText(again, at('/kept'))).toBe('kept');
        await expect(recoverTree(again.tree, [])).rejects.toThrow('the tree is not empty');
      });

      test('that is damaged or incomplete is refused, and an interrupted one does not count', async () => {
        const { driver, manifests, names } = await open();
        await driver.writeFile(ROOT, 'a', bytesOf('a'), REPLACE);
        await driver.writeManifest(START_MS);
        const [name = ''] = await names();
        const cut = name.replace('2026', '2027');
        await manifests.put(`${cut}.00001.jsonl.gz`, bytesOf('cut'));
        expect(await names()).toEqual([name]);
        const part = `${name}.00001.jsonl.gz`;
        const whole = await manifests.read(part);
        await manifests.remove(part);
        await expect(readManifest(manifests, name)).rejects.toThrow('incomplete or damaged');
        await manifests.put(part, whole?.subarray(0, 20) ?? new Uint8Array());
        await expect(readManifest(manifests, name)).rejects.toThrow('incomplete or damaged');
        // The next one removes what was interrupted.
        await driver.writeFile(ROOT, 'a', bytesOf('b'), REPLACE);
        await driver.writeManifest(START_MS + HOUR_MS);
        const files = await manifests.list(signal);
        expect(files.filter((file) => file.startsWith('2027'))).toEqual([]);
      });

      test('of another database is never removed, whatever that one contains', async () => {
        const { driver, manifests, names } = await open();
        await driver.writeFile(ROOT, 'a', bytesOf('a'), REPLACE);
        await driver.writeManifest(START_MS);
        const [lost = ''] = await names();
        const other = await emptyDatabase(engine);
        const rest = { fileMode: 0o640, dirMode: 0o750 };
        const again = new ManagedDriver({ db: other, blobs: driver.tree.blobs, ...rest });
        for (let hour = 1; hour < 28; hour += 1) {
          await again.makeFolder(ROOT, `hour ${hour}`);
          await again.writeManifest(START_MS + hour * HOUR_MS);
        }
        expect(await names()).toHaveLength(25);
        expect((await readManifest(manifests, lost)).map(({ name }) => name)).toEqual(['a']);
      });
    });
  }
}
