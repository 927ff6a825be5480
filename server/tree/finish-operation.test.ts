import { rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aRemoval, aTransfer } from '../testing/interrupted-operations.ts';
import { finishOperation, type TransferRecord } from './finish-operation.ts';
import type { Tree } from './tree.ts';
import { removeTemporary } from './temporary-entry.ts';
import { failure, openTestTree, type TestTree } from './tree.test-tools.ts';

const PART = '.filebrowser-1.part';
const HIDDEN = `/to/${PART}`;

interface Operation {
  readonly state: Parameters<typeof aTransfer>[0];
  readonly to: string;
  readonly original?: string;
  readonly replaces?: boolean;
  readonly resumed?: boolean;
  readonly signal?: AbortSignal;
}

/** Writes the operation into the journal, in the state after its copy is complete, and finishes it. */
async function finish({ tree }: TestTree, operation: Operation) {
  const { state, to, original, replaces = false, resumed = false } = operation;
  const { signal = new AbortController().signal } = operation;
  const ends = { from: HIDDEN, to, ...(original !== undefined && { original }) };
  const record = tree.journal.open(1, aTransfer(state, ends, { replaces }));
  await record.advance();
  return finishOperation(tree, record as TransferRecord, { signal, resumed });
}

/** Gives files at both paths the same time, as copies have. */
async function sameTimes({ root }: TestTree, ...paths: readonly string[]) {
  for (const path of paths) await utimes(join(root, path), 1_000, 1_000);
}

test('a merge that is cancelled keeps the former contents of what it has replaced, and of nothing else', async () => {
  const opened = await openTestTree(
    {
      [`${HIDDEN}/a`]: 'new a',
      [`${HIDDEN}/b`]: 'new b',
      '/to/copy/a': 'old a',
      '/to/copy/b': 'old b',
    },
    { keepsVersions: true },
  );
  const { tree, root } = opened;
  const { versions } = tree;
  const job = new AbortController();
  const cancelled = new Error('cancelled');
  const cancelsItself: Tree['versions']['merge'] = (operation, folders, _merge, options) => {
    const merge = async () => {
      await rename(join(root, HIDDEN, 'a'), join(root, 'to/copy/a'));
      job.abort(cancelled);
      throw cancelled;
    };
    return versions.merge(operation, folders, merge, options);
  };
  const record = tree.journal.open(
    1,
    aTransfer('merging', { from: HIDDEN, to: '/to/copy' }, { replaces: true }),
  );
  await record.advance();
  const finishing = finishOperation(
    { ...tree, versions: withMerge(versions, cancelsItself) },
    record as TransferRecord,
    { signal: new AbortController().signal, withdrawn: job.signal, resumed: false },
  );
  await expect(finishing).rejects.toBe(cancelled);
  const { '/to/copy/a': a, '/to/copy/b': b, ...inTrash } = await opened.filesOnDisk();
  expect([a, b]).toEqual(['new a', 'old b']);
  expect(Object.values(inTrash)).toEqual(['old a']);
});

function withMerge(versions: Tree['versions'], merge: Tree['versions']['merge']): Tree['versions'] {
  return {
    merge,
    replace: (...replacing) => versions.replace(...replacing),
    requireKeepable: (folders, signal) => versions.requireKeepable(folders, signal),
    save: (...saving) => versions.save(...saving),
    forget: (path) => versions.forget(path),
  };
}

describe('a copied folder', () => {
  test('gets its name', async () => {
    const opened = await openTestTree({ [`${HIDDEN}/a`]: 'a' });
    await finish(opened, { state: 'publishing', to: '/to/copy' });
    expect(await opened.filesOnDisk()).toEqual({ '/to/copy/a': 'a' });
    expect(await opened.journal()).toEqual([]);
  });

  test('is removed if its name was taken by an entry, which is not changed', async () => {
    const opened = await openTestTree({ [`${HIDDEN}/a`]: 'a', '/to/copy/theirs': 't' });
    await expect(finish(opened, { state: 'publishing', to: '/to/copy' })).rejects.toMatchObject(
      failure('already-exists'),
    );
    expect(await opened.filesOnDisk()).toEqual({ '/to/copy/theirs': 't' });
    expect(await opened.journal()).toEqual([]);
  });

  test('is merged into an existing folder', async () => {
    const opened = await openTestTree({
      [`${HIDDEN}/a`]: 'new',
      '/to/copy/a': 'old',
      '/to/copy/b': 'b',
    });
    await finish(opened, { state: 'merging', to: '/to/copy', replaces: true });
    expect(await opened.filesOnDisk()).toEqual({ '/to/copy/a': 'new', '/to/copy/b': 'b' });
    expect(await opened.journal()).toEqual([]);
  });

  test('replaces an empty folder only after a crash', async () => {
    const files = { [`${HIDDEN}/a`]: 'a', '/to/copy/': '' };
    const fresh = await openTestTree(files);
    await expect(finish(fresh, { state: 'publishing', to: '/to/copy' })).rejects.toMatchObject(
      failure('already-exists'),
    );
    expect(await fresh.filesOnDisk()).toEqual({ '/to/copy/': '' });
    const crashed = await openTestTree(files);
    await finish(crashed, { state: 'publishing', to: '/to/copy', resumed: true });
    expect(await crashed.filesOnDisk()).toEqual({ '/to/copy/a': 'a' });
  });

  test('never replaces a file or a folder with entries, also after a crash', async () => {
    for (const taken of ['/to/copy', '/to/copy/theirs']) {
      const opened = await openTestTree({ [`${HIDDEN}/a`]: 'a', [taken]: 'theirs' });
      const resuming = finish(opened, { state: 'publishing', to: '/to/copy', resumed: true });
      await expect(resuming).rejects.toMatchObject(failure('already-exists'));
      expect(await opened.filesOnDisk()).toEqual({ [taken]: 'theirs' });
      expect(await opened.journal()).toEqual([]);
    }
  });

  test('that was published before the crash needs no further work', async () => {
    const opened = await openTestTree({ '/to/copy/a': 'a' });
    await finish(opened, { state: 'publishing', to: '/to/copy', resumed: true });
    expect(await opened.filesOnDisk()).toEqual({ '/to/copy/a': 'a' });
    expect(await opened.journal()).toEqual([]);
  });
});

describe('a move to another device', () => {
  test('removes the original once the copy has its name', async () => {
    const opened = await openTestTree({ [`${HIDDEN}/a`]: 'a', '/from/a': 'a' });
    await sameTimes(opened, `${HIDDEN}/a`, '/from/a');
    const left = await finish(opened, { state: 'publishing', to: '/to/moved', original: '/from' });
    expect(left).toEqual({ count: 0, names: [] });
    expect(await opened.filesOnDisk()).toEqual({ '/to/moved/a': 'a' });
  });

  test.each([false, true])('takes stars along, also after a crash (%s)', async (resumed) => {
    const opened = await openTestTree({ [`${HIDDEN}/a`]: 'a', '/from/a': 'a' });
    await sameTimes(opened, `${HIDDEN}/a`, '/from/a');
    await opened.star('/from/a');
    await finish(opened, { state: 'publishing', to: '/to/moved', original: '/from', resumed });
    expect(await opened.starred()).toEqual(['/to/moved/a']);
  });

  test('keeps and reports entries that have changed or were added since the copy', async () => {
    const opened = await openTestTree({
      [`${HIDDEN}/same`]: 's',
      [`${HIDDEN}/changed`]: 'c',
      '/from/same': 's',
      '/from/changed': 'changed',
      '/from/new': 'new',
    });
    await sameTimes(opened, `${HIDDEN}/same`, '/from/same');
    const left = await finish(opened, { state: 'publishing', to: '/to/moved', original: '/from' });
    expect(left.count).toBe(2);
    expect(left.names.toSorted()).toEqual(['changed', 'new']);
    expect(await opened.filesOnDisk()).toEqual({
      '/from/changed': 'changed',
      '/from/new': 'new',
      '/to/moved/same': 's',
      '/to/moved/changed': 'c',
    });
    expect(await opened.journal()).toEqual([]);
  });

  test('that fails keeps the original and removes the copy', async () => {
    const opened = await openTestTree({ [HIDDEN]: 'a', '/from': 'a', '/to/moved': 'theirs' });
    await sameTimes(opened, HIDDEN, '/from');
    const failing = finish(opened, { state: 'publishing', to: '/to/moved', original: '/from' });
    await expect(failing).rejects.toMatchObject(failure('already-exists'));
    expect(await opened.filesOnDisk()).toEqual({ '/from': 'a', '/to/moved': 'theirs' });
    expect(await opened.journal()).toEqual([]);
  });
});

describe('a folder that is moved into another one', () => {
  test('is merged, and the journal is empty', async () => {
    const opened = await openTestTree({ [`${HIDDEN}/sub/a`]: 'new', '/to/sub/a': 'old' });
    await finish(opened, { state: 'moving-into', to: '/to', original: '/from', replaces: true });
    expect(await opened.filesOnDisk()).toEqual({ '/to/sub/a': 'new' });
    expect(await opened.journal()).toEqual([]);
  });

  test('gets its name back when it cannot be merged, or a free version of it', async () => {
    for (const taken of [false, true]) {
      const opened = await openTestTree({
        [`${HIDDEN}/a`]: 'file',
        '/to/a/x': 'folder',
        ...(taken ? { '/from/theirs': 't' } : { '/other': '' }),
      });
      const failing = finish(opened, { state: 'moving-into', to: '/to', original: '/from' });
      await expect(failing).rejects.toMatchObject(failure('already-exists'));
      const back = taken ? '/from(1)/a' : '/from/a';
      expect(await opened.filesOnDisk()).toMatchObject({ [back]: 'file', '/to/a/x': 'folder' });
      expect(await opened.journal()).toEqual([]);
    }
  });

  test('that a crash has left at its old path is not reported as moved', async () => {
    const opened = await openTestTree({ '/from/a': 'a', '/to/b': 'b' });
    await finish(opened, { state: 'moving-into', to: '/to', original: '/from', resumed: true });
    expect(await opened.filesOnDisk()).toEqual({ '/from/a': 'a', '/to/b': 'b' });
    expect(await opened.journal()).toEqual([]);
  });
});

test('an operation that the stop of the server interrupts stays in the journal for the next start', async () => {
  const files = { [`${HIDDEN}/a`]: 'a', '/to/copy/b': 'b' };
  const opened = await openTestTree(files);
  const signal = AbortSignal.abort(new Error('stopping'));
  const stopped = finish(opened, { state: 'merging', to: '/to/copy', replaces: true, signal });
  await expect(stopped).rejects.toThrow('stopping');
  expect(await opened.filesOnDisk()).toEqual(files);
  expect(await opened.journal()).toMatchObject([{ state: 'merging' }]);
});

describe('a temporary file', () => {
  const signal = new AbortController().signal;

  async function recorded({ tree }: TestTree, removal = aRemoval(HIDDEN)) {
    const record = tree.journal.open(1, removal);
    await record.advance();
    return record;
  }

  test('is removed with all below it, and is no longer in the journal', async () => {
    const opened = await openTestTree({ [`${HIDDEN}/sub/a`]: 'a', '/to/kept': '' });
    const record = await recorded(opened);
    expect(await removeTemporary(opened.tree, record, { signal })).toEqual({ count: 0, names: [] });
    expect(await opened.filesOnDisk()).toEqual({ '/to/kept': '' });
    expect(await opened.journal()).toEqual([]);
  });

  test('that is gone is no longer in the journal either', async () => {
    const opened = await openTestTree({ '/to/kept': '' });
    const record = await recorded(opened, aRemoval(HIDDEN, { formerly: '/to/kept' }));
    await removeTemporary(opened.tree, record, { signal });
    expect(await opened.filesOnDisk()).toEqual({ '/to/kept': '' });
    expect(await opened.journal()).toEqual([]);
  });

  test('stays recorded when its removal is cancelled, and gets its former name again', async () => {
    const opened = await openTestTree({ [`${HIDDEN}/a`]: 'a', '/to/docs': 'theirs' });
    const cancelled = { signal: AbortSignal.abort(new Error('cancelled')) };
    const nameless = await recorded(opened);
    await expect(removeTemporary(opened.tree, nameless, cancelled)).rejects.toThrow('cancelled');
    expect(await opened.journal()).toMatchObject([
      { kind: 'discard', temporary: HIDDEN, folderEvidence: expect.any(String) },
    ]);
    await nameless.end();
    const deleted = await recorded(opened, aRemoval(HIDDEN, { formerly: '/to/docs' }));
    await expect(removeTemporary(opened.tree, deleted, cancelled)).rejects.toThrow('cancelled');
    expect(await opened.filesOnDisk()).toEqual({ '/to/docs': 'theirs', '/to/docs(1)/a': 'a' });
    expect(await opened.journal()).toEqual([]);
  });
});
