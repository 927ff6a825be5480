import { link, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { NewOperation } from '../metadata/operation-journal.ts';
import type { ItemFate } from '../metadata/shared-items.ts';
import type { TestApp } from '../testing/app.ts';
import { aRemoval, aTransfer, interrupt } from '../testing/interrupted-operations.ts';
import { treePath } from '../testing/stored-records.ts';
import { heldLinks, type SharedFiles, startWithLinks } from './shared-items.test-tools.ts';

const PART = '.filebrowser-1.part';

/** Shares by the fate under which an operation holds them. */
type Held = Partial<Record<ItemFate, readonly string[]>>;

/** Stores the journal record before the first step of a copy or a move, with the shares that it concerns. */
function note(
  app: TestApp,
  state: Parameters<typeof aTransfer>[0],
  [from, to, original]: readonly [string, string, string?],
  held: Held,
  replaces = false,
): Promise<unknown> {
  const ends = { from, to, ...(original && { original }) };
  return hold(app, aTransfer(state, ends, { replaces }), held);
}

function hold({ db }: TestApp, operation: NewOperation, held: Held): Promise<unknown> {
  const shares = (['carried', 'overwritten', 'removed'] as const).flatMap((fate) =>
    (held[fate] ?? []).map((hash) => ({ hash, fate })),
  );
  return interrupt(db, operation, shares);
}

async function put({ root }: TestApp, path: string, contents: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), contents);
}

const move = ({ root }: TestApp, from: string, to: string) =>
  rename(join(root, from), join(root, to));

/** After two starts: what the first one does is not to be undone, or done again, by the second. */
async function linksAfterTwoStarts({ app, links }: SharedFiles): Promise<Record<string, string>> {
  const first = await app.restart();
  const found = await links(first);
  const second = await first.restart();
  expect(await links(second)).toEqual(found);
  expect(await heldLinks(second)).toEqual([]);
  return found;
}

test('shares follow a rename that a crash has interrupted after it, and stay if it was interrupted before', async () => {
  const scene = await startWithLinks(
    { files: { '/was/x.txt': 'x', '/begun/y.txt': 'y', '/over.txt': 'o', '/under.txt': 'u' } },
    {
      folder: '/was',
      in: '/was/x.txt',
      begun: '/begun/y.txt',
      over: '/over.txt',
      under: '/under.txt',
    },
  );
  const { app } = scene;
  await note(app, 'renaming', ['/was', '/is'], { carried: ['folder', 'in'] });
  await move(app, 'was', 'is');
  await note(app, 'renaming', ['/begun', '/not-begun'], { carried: ['begun'] });
  await note(
    app,
    'renaming',
    ['/over.txt', '/under.txt'],
    { carried: ['over'], overwritten: ['under'] },
    true,
  );
  await move(app, 'over.txt', 'under.txt');

  expect(await linksAfterTwoStarts(scene)).toEqual({
    folder: '/is',
    in: '/is/x.txt',
    begun: '/begun/y.txt',
    over: '/under.txt',
  });
});

test('the share of a file that a crash has left with two names has the new one', async () => {
  const scene = await startWithLinks({ files: { '/was.txt': 'x' } }, { file: '/was.txt' });
  await note(scene.app, 'renaming', ['/was.txt', '/is.txt'], { carried: ['file'] });
  await link(join(scene.app.root, 'was.txt'), join(scene.app.root, 'is.txt'));
  expect(await linksAfterTwoStarts(scene)).toEqual({ file: '/is.txt' });
});

test('shares follow an interrupted move to another device, with the new fingerprints', async () => {
  const scene = await startWithLinks(
    { files: { '/one/a.txt': 'a', '/two/b.txt': 'b', '/to/two/b.txt': 'before' } },
    {
      folder: '/one',
      in: '/one/a.txt',
      mergedFile: '/two/b.txt',
      merged: '/two',
      overwritten: '/to/two/b.txt',
      target: '/to/two',
    },
  );
  const { app } = scene;
  await put(app, `/to/${PART}/a.txt`, 'a');
  await note(app, 'publishing', [`/to/${PART}`, '/to/one', '/one'], { carried: ['folder', 'in'] });
  await put(app, '/to/.filebrowser-2.part/b.txt', 'b');
  await note(
    app,
    'merging',
    ['/to/.filebrowser-2.part', '/to/two', '/two'],
    { carried: ['mergedFile'], overwritten: ['overwritten', 'target'] },
    true,
  );

  const links = await linksAfterTwoStarts(scene);
  expect(links).toMatchObject({ folder: '/to/one', target: '/to/two' });
  expect(links).not.toHaveProperty('overwritten');
});

test('shares follow entries of an interrupted merge; those that cannot be merged keep theirs', async () => {
  const scene = await startWithLinks(
    { files: { '/good/a.txt': 'a', '/to/old.txt': 'old', '/bad/m.txt': 'm', '/bad/n': 'n' } },
    {
      moved: '/good/a.txt',
      merged: '/good',
      kept: '/to/old.txt',
      bad: '/bad/n',
      done: '/bad/m.txt',
    },
  );
  const { app } = scene;
  await note(app, 'moving-into', [`/to/${PART}`, '/to', '/good'], { carried: ['moved'] }, true);
  await move(app, 'good', `to/${PART}`);
  // Half of the folder has been moved; another folder has appeared at the destination of the rest.
  await mkdir(join(app.root, 'into/n'), { recursive: true });
  await note(
    app,
    'moving-into',
    ['/into/.filebrowser-2.part', '/into', '/bad'],
    { carried: ['bad', 'done'] },
    true,
  );
  await move(app, 'bad', 'into/.filebrowser-2.part');
  await move(app, 'into/.filebrowser-2.part/m.txt', 'into/m.txt');

  expect(await linksAfterTwoStarts(scene)).toEqual({
    moved: '/to/a.txt',
    merged: '/to (replaced)',
    kept: '/to/old.txt',
    bad: '/bad/n',
    done: '/into/m.txt',
  });
});

test('shares of deleted entries are removed after an interrupted deletion, and those of existing ones stay', async () => {
  const scene = await startWithLinks(
    { files: { '/docs/a.txt': 'a', '/kept/b.txt': 'b', '/file.txt': 'f' } },
    { folder: '/docs', in: '/docs/a.txt', kept: '/kept', keptIn: '/kept/b.txt', file: '/file.txt' },
  );
  const { app } = scene;
  await hold(app, aRemoval(`/${PART}`, { formerly: '/docs' }), { removed: ['folder', 'in'] });
  const kept = aRemoval('/.filebrowser-2.part', { formerly: '/kept' });
  await hold(app, kept, { removed: ['kept', 'keptIn'] });
  const file = { kind: 'delete', state: 'committing', source: treePath('/file.txt') } as const;
  await hold(app, file, { removed: ['file'] });
  await move(app, 'docs', PART);

  expect(await linksAfterTwoStarts(scene)).toEqual({
    kept: '/kept',
    keptIn: '/kept/b.txt',
    file: '/file.txt',
  });
});

test('a share continues if a crash came between new contents and their record', async () => {
  const scene = await startWithLinks(
    { files: { '/new.txt': 'old', '/same.txt': 's', '/foreign.txt': 'f' } },
    { new: '/new.txt', same: '/same.txt', foreign: '/foreign.txt' },
  );
  const { app } = scene;
  for (const hash of ['new', 'same']) {
    const target = treePath(`/${hash}.txt`);
    const write = { kind: 'write', state: 'committing', target, replaces: true } as const;
    await hold(app, write, { carried: [hash] });
  }
  for (const name of ['new.txt', 'foreign.txt']) {
    await put(app, `/${PART}`, 'new');
    await move(app, PART, name);
  }
  expect(await linksAfterTwoStarts(scene)).toEqual({
    new: '/new.txt',
    same: '/same.txt',
    foreign: '/foreign.txt (replaced)',
  });
});
