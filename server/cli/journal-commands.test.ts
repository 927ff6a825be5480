import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { insertUpload, setPartialUpload } from '../metadata/uploads.ts';
import { insertUser } from '../metadata/users.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { runCli } from '../testing/cli.ts';
import { aRemoval, aTransfer, interrupt } from '../testing/interrupted-operations.ts';
import { anUpload, aStoredUser, treePath } from '../testing/stored-records.ts';

/** Stored mark of a folder on a disk that is mounted below the root, but not now. */
const ON_MISSING_DISK = 'mounted born 1 inode 2';
const PART = '.filebrowser-4.part';
const UPLOAD_PART = '.filebrowser-5.part';
const REASON = 'what was begun here cannot be found; its disk may not be mounted';

/** Records a move, a temporary file and an upload on a disk that is not mounted, and a temporary file on the root itself. */
async function interruptAll({ db }: TestApp): Promise<void> {
  const evidence = { item: 'born 3', folderEvidence: ON_MISSING_DISK };
  await interrupt(db, aTransfer('renaming', { from: '/disk/a', to: '/disk/b' }, evidence));
  await interrupt(db, aRemoval(`/disk/${PART}`, { folderEvidence: ON_MISSING_DISK }));
  await interrupt(db, aRemoval('/.filebrowser-6.part'));
  await db.write(async (tx) => {
    const folder = treePath('/disk');
    const { id: userId } = await insertUser(tx, aStoredUser({ username: 'ben' }), 1_000);
    const upload = await insertUpload(tx, anUpload({ userId, folder, partName: '' }));
    if (upload === 'already-pending') throw new Error('the upload is there');
    const part = {
      partName: UPLOAD_PART,
      folderEvidence: ON_MISSING_DISK,
      bootId: undefined,
      isVerified: false,
    };
    await setPartialUpload(tx, upload.id, part);
  });
}

test('lists unrecovered entries with the reason, reports them in the doctor, and drops them permanently', async () => {
  await using app = await startTestApp({ files: { '/disk/': '' } });
  const folder = dirname(app.root);
  const run = (...words: string[]) => runCli(words, { folder });
  await interruptAll(app);
  expect(JSON.parse((await run('journal', 'ls', '--json')).printed)).toEqual([]);

  await using again = await app.restart();
  const { printed } = await run('journal', 'ls', '--json');
  const kept = JSON.parse(printed) as { readonly entry: string }[];
  expect(kept).toEqual([
    {
      entry: expect.stringMatching(/^operation-\d+$/),
      kind: 'move',
      path: '/disk/a',
      to: '/disk/b',
      reason: REASON,
    },
    {
      entry: expect.stringMatching(/^operation-\d+$/),
      kind: 'discard',
      path: `/disk/${PART}`,
      reason: REASON,
    },
    {
      entry: UPLOAD_PART,
      kind: 'upload',
      path: `/disk/${UPLOAD_PART}`,
      to: expect.stringMatching(/^\/disk\//),
      reason: REASON,
    },
  ]);
  expect((await run('journal', 'ls')).printed).toContain('move of /disk/a to /disk/b');
  const report = (await run('doctor', '--root', app.root)).printed;
  expect(report).toContain('3 entries are kept without evidence of the outcome');
  expect(report).toContain('move of /disk/a to /disk/b');

  await expect(run('journal', 'drop', 'operation-999')).rejects.toThrow('"operation-999"');
  for (const { entry } of kept) {
    expect((await run('journal', 'drop', entry)).printed).toContain(`${entry} is dropped`);
    await expect(run('journal', 'drop', entry)).rejects.toThrow(`"${entry}"`);
  }
  await using last = await again.restart();
  expect(await last.db.read.selectFrom('operation').selectAll().execute()).toEqual([]);
  expect(JSON.parse((await run('journal', 'ls', '--json')).printed)).toEqual([]);
  expect((await run('doctor', '--root', app.root)).printed).toContain(
    'no interrupted operation is kept',
  );
});

test('refuses to drop entries of a running operation', async () => {
  await using app = await startTestApp();
  const id = await interrupt(app.db, aTransfer('renaming', { from: '/a', to: '/b' }));
  const run = () => runCli(['journal', 'drop', `operation-${id}`], { folder: dirname(app.root) });
  await expect(run()).rejects.toThrow(`"operation-${id}"`);
});
