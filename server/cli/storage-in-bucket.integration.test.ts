import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../metadata/database.ts';
import { Bucket } from '../storage/managed/s3/bucket.ts';
import { openManagedStore } from '../storage/open.ts';
import { runCli } from '../testing/cli.ts';
import { temporaryFolder } from '../testing/engines.ts';
import { emptyBucket, missingObjectStore } from '../testing/object-store.ts';

/** More than a part of a multipart upload. */
const LARGE = randomBytes(9 * 1024 * 1024);
const missing = missingObjectStore();

/** Creates a folder with files, a database, and an empty prefix in a bucket. */
async function aBucket() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'files', 'docs'), { recursive: true });
  writeFileSync(join(folder, 'files', 'docs', 'ünïcödé 😀.txt'), 'small');
  writeFileSync(join(folder, 'files', 'large.bin'), LARGE);
  writeFileSync(join(folder, 'files', 'empty'), '');
  await (await openDatabase({ kind: 'sqlite', file: join(folder, 'filebrowser.db') })).close();
  const config = await emptyBucket();
  const flags = [
    ...['--storage', `s3://${config.name}/${config.prefix}`],
    ...['--storageEndpoint', config.endpoint ?? '', '--storagePathStyle'],
  ];
  const run = (...words: string[]) => runCli(['storage', ...words, ...flags], { folder });
  const bucket = new Bucket(config);
  const objects = async () => {
    const found: { key: string; size: number }[] = [];
    for await (const each of bucket.list('blobs/', new AbortController().signal)) found.push(each);
    return found;
  };
  return { folder, config, run, bucket, objects };
}

describe.skipIf(missing !== undefined)(
  `the managed store in a bucket${missing === undefined ? '' : ` (not run: ${missing})`}`,
  () => {
    test('is filled, checked and exported by commands', async () => {
      const { folder, run, objects } = await aBucket();
      expect((await run('import', 'files')).messages).toContain('imported 3 files (9.0 MiB)');
      expect((await objects()).map(({ size }) => size).toSorted((a, b) => a - b)).toEqual([
        0,
        5,
        LARGE.length,
      ]);
      const verified = await run('verify');
      expect([verified.code, verified.messages]).toEqual([
        0,
        expect.stringContaining('0 problems'),
      ]);
      expect((await run('export', 'out')).messages).toContain('exported 3 files');
      const out = join(folder, 'out');
      expect(readFileSync(join(out, 'large.bin')).equals(LARGE)).toBe(true);
      expect(readFileSync(join(out, 'docs', 'ünïcödé 😀.txt'), 'utf8')).toBe('small');
      expect((await run('import', 'files')).messages).toContain(
        'imported 0 files (0 B); 3 were there',
      );
    });

    test('a verification names contents that are missing or damaged', async () => {
      const { run, bucket, objects } = await aBucket();
      await run('import', 'files');
      await run('verify');
      const [large] = (await objects()).filter(({ size }) => size === LARGE.length);
      const [small] = (await objects()).filter(({ size }) => size === 5);
      await bucket.remove(large?.key ?? '');
      await bucket.put(small?.key ?? '', Buffer.from('SMALL'), 0);
      const { code, printed, messages } = await run('verify');
      expect([code, messages]).toEqual([1, expect.stringContaining('2 problems')]);
      expect(printed).toContain('is missing');
      expect(printed).toContain('is damaged: its checksum differs');
      expect((await run('verify', '--quick')).messages).toContain('1 problems');
    });

    test('contents of replaced files are removed when they are not kept any more', async () => {
      const { folder, run, objects } = await aBucket();
      await run('import', 'files');
      writeFileSync(join(folder, 'files', 'large.bin'), 'now small');
      await run('import', 'files', '--replace');
      expect(await objects()).toHaveLength(4);
      expect((await run('gc')).messages).toContain('removed 0 contents');
      expect((await run('gc', '--keep', '0s')).messages).toContain('removed 1 contents (9.0 MiB)');
      expect((await objects()).map(({ size }) => size)).not.toContain(LARGE.length);
    });

    test('the tree is recovered from a manifest into a new database', async () => {
      const { folder, config, run, bucket } = await aBucket();
      await run('import', 'files');
      const database = { kind: 'sqlite', file: join(folder, 'filebrowser.db') } as const;
      expect((await run('recover', '--list')).printed).toBe('');
      await expect(run('recover')).rejects.toThrow('there is no manifest in the store');
      {
        await using db = await opened(database);
        const modes = { fileMode: 0o640, dirMode: 0o750 };
        const store = openManagedStore({ root: folder, bucket: config }, { db, ...modes });
        await store.writeManifest(Date.UTC(2026, 0, 1));
        await store.close();
      }
      await expect(run('recover')).rejects.toThrow('the tree is not empty');
      rmSync(database.file);

      expect((await run('recover', '--list')).printed).toMatch(
        /^2026-01-01T00-00-00Z-[0-9a-f]{8} {2}3 files \(9\.0 MiB\)\n$/,
      );
      await expect(run('recover', '--manifest', '2025')).rejects.toThrow('no manifest 2025');
      const { messages } = await run('recover');
      expect(messages).toContain(
        'recovered 3 files (9.0 MiB) and 1 folders as of 2026-01-01T00-00-00Z-',
      );
      expect((await run('verify')).code).toBe(0);
      const foreign = Buffer.from(
        '{"version":1,"parts":0,"files":0,"folders":0,"bytes":0,"digest":""}',
      );
      await bucket.put('manifests/2027-01-01T00-00-00Z-00000000.complete.json', foreign, 0);
      await expect(run('recover')).rejects.toThrow('manifests of several databases');
      expect((await run('export', 'again')).messages).toContain('exported 3 files');
      expect(readFileSync(join(folder, 'again', 'large.bin')).equals(LARGE)).toBe(true);
    });
  },
);

async function opened(config: Parameters<typeof openDatabase>[0]) {
  const database = await openDatabase(config);
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}
