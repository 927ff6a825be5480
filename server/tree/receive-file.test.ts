import { randomBytes } from 'node:crypto';
import { readFile, stat as statOf, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Destination } from './destination.ts';
import {
  receiveFile as prepareFile,
  type ReceivingOptions,
  type SentFile,
} from './receive-file.ts';
import { recordedPath } from './resolved-path.ts';
import { commitChange } from './run-operation.ts';
import type { Tree } from './tree.ts';
import { at, failure, openTestTree, type TestTree } from './tree.test-tools.ts';
import { journalOfWrite } from './write-file.ts';
import type { EntryStat } from '../storage/entry.ts';

/** Maximum length of a body that is collected in memory. A longer one is written to a temporary file. */
const SMALL = 256 * 1024;

const planned: Destination = {
  path: at('/docs/a'),
  resolvedPath: recordedPath(at('/docs/a')),
  ancestor: recordedPath(at('/docs')),
  missingFolders: [],
  existing: undefined,
};
const stat = {
  kind: 'file',
  size: 3,
  modifiedNs: 0n,
  mode: 0,
  identity: '',
  fingerprint: '',
} as const;
const destination: ReceivingOptions = { destination: planned, condition: undefined };
const replacing: ReceivingOptions = {
  destination: { ...planned, existing: { resolvedPath: at('/docs/a'), stat } },
  condition: undefined,
};

/** Receives a file and publishes it. */
async function receiveFile(
  tree: Tree,
  options: ReceivingOptions,
  file: SentFile,
): Promise<EntryStat> {
  const writes = options.destination.resolvedPath;
  const record = tree.journal.open(1, journalOfWrite(options.destination));
  const prepared = await prepareFile(tree, record, options, file);
  return commitChange(tree, { record, writes, items: [], changes: () => [] }, prepared);
}

function sent(bytes: Buffer, announcedBytes: number | undefined = bytes.length): SentFile {
  return { body: Readable.from([bytes], { objectMode: false }), account: 'anna', announcedBytes };
}

/** Both ways that a body can take. */
const BODIES = [
  ['a small body', () => sent(Buffer.from('new'))],
  ['a body of unknown length', () => ({ ...sent(Buffer.from('new')), announcedBytes: undefined })],
] as const;

async function expectNothingLeft(opened: TestTree, files: Record<string, string>) {
  expect(await opened.filesOnDisk()).toEqual(files);
  expect(await opened.journal()).toEqual([]);
}

describe.each(BODIES)('%s', (_, newFile) => {
  test('becomes a file, with the time that its sender states', async () => {
    const opened = await openTestTree({ '/docs/': '' });
    const file = { ...newFile(), modifiedMs: 1_000_000 };
    expect(await receiveFile(opened.tree, destination, file)).toMatchObject({ size: 3 });
    await expectNothingLeft(opened, { '/docs/a': 'new' });
    expect((await statOf(join(opened.root, 'docs/a'))).mtimeMs).toBe(1_000_000);
  });

  test('never replaces a file that appeared after the plan', async () => {
    const opened = await openTestTree({ '/docs/a': 'theirs' });
    await expect(receiveFile(opened.tree, destination, newFile())).rejects.toMatchObject(
      failure('already-exists'),
    );
    await expectNothingLeft(opened, { '/docs/a': 'theirs' });
  });

  test('replaces a file where that was planned', async () => {
    const opened = await openTestTree({ '/docs/a': 'old' });
    await receiveFile(opened.tree, replacing, newFile());
    await expectNothingLeft(opened, { '/docs/a': 'new' });
  });

  test('replaces a file only if the condition is still met when all bytes have arrived', async () => {
    const opened = await openTestTree({ '/docs/a': 'old' });
    const condition = (current?: { size: number }) => current?.size === 4;
    const conditional = { ...replacing, condition };
    await expect(receiveFile(opened.tree, conditional, newFile())).rejects.toMatchObject(
      failure('stale'),
    );
    await expectNothingLeft(opened, { '/docs/a': 'old' });
    await writeFile(join(opened.root, 'docs/a'), 'four');
    await receiveFile(opened.tree, conditional, newFile());
    await expectNothingLeft(opened, { '/docs/a': 'new' });
  });

  test('with a condition is refused when the file has gone or become a folder', async () => {
    for (const files of [{ '/docs/': '' }, { '/docs/a/x': '' }]) {
      const opened = await openTestTree(files);
      const conditional = { ...replacing, condition: () => true };
      await expect(receiveFile(opened.tree, conditional, newFile())).rejects.toMatchObject(
        failure('not-found'),
      );
      await expectNothingLeft(opened, files);
    }
  });

  test('leaves nothing behind when its folder has gone', async () => {
    const opened = await openTestTree({ '/kept': '' });
    await expect(receiveFile(opened.tree, destination, newFile())).rejects.toMatchObject(
      failure('not-found'),
    );
    await expectNothingLeft(opened, { '/kept': '' });
  });

  test('leaves nothing behind when another operation has locked its path', async () => {
    const opened = await openTestTree({ '/docs/': '' });
    const claims = [{ path: at('/docs'), access: 'exclusive' } as const];
    await opened.tree.locks.claim(claims, () =>
      expect(receiveFile(opened.tree, destination, newFile())).rejects.toMatchObject(
        failure('locked'),
      ),
    );
    await expectNothingLeft(opened, { '/docs/': '' });
  });
});

describe('a body that ends early', () => {
  test.each([10, SMALL + 1, undefined])(
    'changes nothing when %s bytes were announced',
    async (announcedBytes) => {
      const opened = await openTestTree({ '/docs/a': 'old' });
      const body = new PassThrough();
      const receiving = receiveFile(opened.tree, replacing, {
        body,
        account: 'anna',
        announcedBytes,
      });
      body.write('half');
      setImmediate(() => body.destroy());
      await expect(receiving).rejects.toMatchObject(failure('invalid-request'));
      await expectNothingLeft(opened, { '/docs/a': 'old' });
    },
  );

  test('or has fewer or more bytes than announced changes nothing', async () => {
    const opened = await openTestTree({ '/docs/a': 'old' });
    for (const announced of [2, 4]) {
      const file = sent(Buffer.from('new'), announced);
      await expect(receiveFile(opened.tree, replacing, file)).rejects.toMatchObject(
        failure('invalid-request'),
      );
    }
    await expectNothingLeft(opened, { '/docs/a': 'old' });
  });
});

test.each([0, 1, SMALL, SMALL + 1, 3 * 1024 * 1024 + 7])(
  'a body of %i bytes arrives as it was sent',
  async (length) => {
    const opened = await openTestTree({ '/docs/': '' });
    const bytes = randomBytes(length);
    await receiveFile(opened.tree, destination, sent(bytes));
    expect((await readFile(join(opened.root, 'docs/a'))).equals(bytes)).toBe(true);
    expect(await opened.journal()).toEqual([]);
  },
);

test('keeps the old file, and records the new one in the journal, while a long body arrives', async () => {
  const opened = await openTestTree({ '/docs/a': 'old' });
  const body = new PassThrough();
  const receiving = receiveFile(opened.tree, replacing, {
    body,
    account: 'anna',
    announcedBytes: SMALL + 1,
  });
  body.write(randomBytes(SMALL));
  await expect
    .poll(async () => await opened.journal())
    .toMatchObject([
      { kind: 'write', target: '/docs/a', temporary: expect.stringMatching(/^\/docs\//) },
    ]);
  expect(await readFile(join(opened.root, 'docs/a'), 'utf8')).toBe('old');
  body.end(Buffer.from('x'));
  expect(await receiving).toMatchObject({ size: SMALL + 1 });
  expect(await opened.journal()).toEqual([]);
});
