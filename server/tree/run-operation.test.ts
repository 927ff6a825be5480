import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { copyEntry } from './copy-entry.ts';
import { planFile, type Destination } from './destination.ts';
import { makeFolder } from './make-folder.ts';
import { moveEntry } from './move-entry.ts';
import { PathIsLocked } from './path-locks.ts';
import { removeEntry } from './remove-entry.ts';
import { runOperation, type OperationSpec } from './run-operation.ts';
import { saveFile } from './save-file.ts';
import {
  aControl,
  anActor,
  at,
  failure,
  openTestTree,
  transferWith,
  type TestTree,
} from './tree.test-tools.ts';
import { fileCreation, journalOfWrite, writeFile as uploadFile } from './write-file.ts';

const anna = anActor();

describe('missing parent folders of an operation with claims', () => {
  /** Creates `/a/b/c/file` by the given work. */
  function operation(
    { tree }: TestTree,
    commit: () => Promise<string>,
    actor = anna,
  ): OperationSpec<Destination, string, 'write'> {
    return {
      event: 'copy',
      actor,
      plan: () => planFile(tree, anna, at('/a/b/c/file'), { override: false }),
      claims: () => [{ path: at('/a/b'), access: 'exclusive' }],
      paths: ({ resolvedPath }) => ({ path: resolvedPath }),
      parents: (destination) => ({ destination, action: 'create' }),
      journal: journalOfWrite,
      items: () => [],
      changes: () => [],
      prepare: () => Promise.resolve({ commit }),
    };
  }
  const noSpace = new Error('no space');

  test('exist when the work begins, and stay when it succeeds', async () => {
    const opened = await openTestTree({ '/a/': '' });
    const done = await runOperation(
      opened.tree,
      operation(opened, async () => {
        await writeFile(join(opened.root, 'a/b/c/file'), 'x');
        return 'done';
      }),
    );
    expect(done.result).toBe('done');
    expect(await opened.filesOnDisk()).toEqual({ '/a/b/c/file': 'x' });
  });

  test('are removed when it fails', async () => {
    const opened = await openTestTree({ '/a/': '' });
    const failing = runOperation(
      opened.tree,
      operation(opened, () => Promise.reject(noSpace)),
    );
    await expect(failing).rejects.toBe(noSpace);
    expect(await opened.filesOnDisk()).toEqual({ '/a/': '' });
  });

  test('keeps entries that another program has created there, also after a failure', async () => {
    const opened = await openTestTree({ '/a/': '' });
    const failing = runOperation(
      opened.tree,
      operation(opened, async () => {
        await writeFile(join(opened.root, 'a/b/theirs'), 'x');
        throw noSpace;
      }),
    );
    await expect(failing).rejects.toBe(noSpace);
    expect(await opened.filesOnDisk()).toEqual({ '/a/b/theirs': 'x' });
  });

  test('that another program has created since the plan are used and kept', async () => {
    const opened = await openTestTree({ '/a/': '' });
    const declared = operation(opened, () => Promise.reject(noSpace));
    const failing = runOperation(opened.tree, {
      ...declared,
      async plan() {
        const planned = await declared.plan();
        await mkdir(join(opened.root, 'a/b'));
        return planned;
      },
    });
    await expect(failing).rejects.toBe(noSpace);
    expect(await opened.filesOnDisk()).toEqual({ '/a/b/': '' });
  });

  test('are not created when the actor may not create one of them', async () => {
    const opened = await openTestTree({ '/a/': '' });
    const denied = anActor({ denied: ['/a/b/c'] });
    const refused = runOperation(
      opened.tree,
      operation(opened, () => Promise.resolve('done'), denied),
    );
    await expect(refused).rejects.toMatchObject(failure('forbidden'));
    expect(await opened.filesOnDisk()).toEqual({ '/a/': '' });
  });
});

describe('a free name that another operation claims in between', () => {
  async function attempts(choosesFreeName: boolean, failing: number, error: Error) {
    const { tree } = await openTestTree();
    let count = 0;
    const outcome = await runOperation<undefined, string, 'write'>(tree, {
      event: 'copy',
      actor: anna,
      choosesFreeName,
      plan() {
        count += 1;
        return count > failing ? Promise.resolve(undefined) : Promise.reject(error);
      },
      paths: () => ({ path: at('/a') }),
      journal: () => ({ kind: 'write', state: 'committing', target: at('/a'), replaces: false }),
      items: () => [],
      changes: () => [],
      prepare: () => Promise.resolve({ commit: () => Promise.resolve('done') }),
    }).then(
      ({ result }) => result,
      (failed: unknown) => failed,
    );
    return { count, outcome };
  }

  test('is planned again, up to 16 times in all', async () => {
    const taken = new PathIsLocked();
    expect(await attempts(true, 15, taken)).toEqual({ count: 16, outcome: 'done' });
    expect(await attempts(true, 16, taken)).toEqual({ count: 16, outcome: taken });
  });

  test('is not planned again where the name itself was wanted, or after another failure', async () => {
    const taken = new PathIsLocked();
    expect(await attempts(false, 1, taken)).toEqual({ count: 1, outcome: taken });
    const other = new AppError('no-space', 'the disk is full');
    expect(await attempts(true, 1, other)).toEqual({ count: 1, outcome: other });
  });
});

describe('announced changes', () => {
  const copy = transferWith(copyEntry);
  const move = transferWith(moveEntry);
  const sent = (text: string) => ({
    body: Readable.from([Buffer.from(text)], { objectMode: false }),
    account: 'anna',
    announcedBytes: text.length,
  });

  test('name each file and folder that has appeared, moved or vanished', async () => {
    const opened = await openTestTree({ '/a': 'a', '/b/x': '', '/into/b/y': '' });
    const { tree, changes } = opened;
    await makeFolder(tree, anna, at('/new/deep'));
    await makeFolder(tree, anna, at('/new/deep'));
    await uploadFile(tree, anna, { path: at('/up/file'), override: false, file: sent('1') });
    const saving = { path: at('/a'), isFolder: false, condition: undefined, file: sent('2') };
    await saveFile(tree, anna, saving);
    await copy(opened, '/a', '/copy');
    await move(opened, '/copy', '/moved');
    await move(opened, '/moved', '/moved');
    await copy(opened, '/b', '/into/b', { onConflict: 'replace' });
    await removeEntry(tree, anna, { path: at('/b'), trash: 'preferred' }, aControl());
    expect(changes).toEqual([
      { kind: 'appeared', path: '/new' },
      { kind: 'appeared', path: '/new/deep' },
      { kind: 'appeared', path: '/up' },
      { kind: 'appeared', path: '/up/file' },
      { kind: 'appeared', path: '/a' },
      { kind: 'appeared', path: '/copy' },
      { kind: 'moved', from: '/copy', to: '/moved' },
      { kind: 'changed-below', path: '/into/b' },
      { kind: 'vanished', path: '/b' },
    ]);
  });

  test('include both folders of a merge', async () => {
    const opened = await openTestTree({ '/b/x': '', '/into/b/y': '' });
    await move(opened, '/b', '/into/b', { onConflict: 'replace' });
    expect(opened.changes).toEqual([
      { kind: 'vanished', path: '/b' },
      { kind: 'appeared', path: '/into/b' },
      { kind: 'changed-below', path: '/into/b' },
    ]);
  });

  test('are none of an operation that is refused', async () => {
    const opened = await openTestTree({ '/a': 'a', '/taken': '' });
    const { tree, root, changes } = opened;
    await symlink('a', join(root, 'link'));
    await expect(copy(opened, '/a', '/taken')).rejects.toMatchObject(failure('already-exists'));
    await expect(copy(opened, '/none', '/x')).rejects.toMatchObject(failure('not-found'));
    const denied = anActor({ denied: ['/a'] });
    await expect(
      removeEntry(tree, denied, { path: at('/a'), trash: 'preferred' }, aControl()),
    ).rejects.toMatchObject(failure('forbidden'));
    expect(changes).toEqual([]);
  });
});

test('prepared bytes are discarded when the commit cannot begin', async () => {
  const { tree } = await openTestTree({ '/docs/': '' });
  const steps: string[] = [];
  const claims = [{ path: at('/docs/a'), access: 'exclusive' } as const];
  let release = (): void => undefined;
  const claimed = new Promise<void>((resolve) => {
    release = resolve;
  });
  let claiming: Promise<unknown> = Promise.resolve();
  const refused = runOperation(tree, {
    ...fileCreation(anna),
    plan: () => planFile(tree, anna, at('/docs/a'), { override: false }),
    async prepare() {
      claiming = tree.locks.claim(claims, () => claimed);
      return {
        commit: () => Promise.reject(new Error('the commit has begun')),
        discard: async () => void steps.push('discarded'),
      };
    },
  });
  await expect(refused).rejects.toMatchObject(failure('locked'));
  release();
  await claiming;
  expect(steps).toEqual(['discarded']);
});
