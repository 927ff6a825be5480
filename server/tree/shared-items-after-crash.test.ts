import { link, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { holdShares, type ItemFate } from '../metadata/shared-items.ts';
import { recordTemporaryFile } from '../metadata/temporary-file-records.ts';
import { insertJournalEntry, type NewJournalEntry } from '../metadata/operation-journal.ts';
import type { TestApp } from '../testing/app.ts';
import { treePath } from '../testing/stored-records.ts';
import { refOf } from './entry-paths.ts';
import { heldLinks, type SharedFiles, startWithLinks } from './shared-items.test-tools.ts';

const PART = '.filebrowser-1.part';

/** The journal entry before the first step. */
async function note(
  { db }: TestApp,
  kind: NewJournalEntry['kind'],
  [from, to, original]: readonly [string, string, string?],
  replace = false,
): Promise<void> {
  const at = (path: string) => refOf(treePath(path));
  const entry = { kind, from: at(from), to: at(to), replace };
  const of = original === undefined ? undefined : at(original);
  await db.write((tx) => insertJournalEntry(tx, { ...entry, original: of }));
}

async function hold({ db }: TestApp, fate: ItemFate, ...hashes: string[]): Promise<void> {
  const place = treePath('/unimportant');
  const items = hashes.map((hash) => ({ hash, place, item: undefined, fate }));
  await db.write((tx) => holdShares(tx, items));
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
  await note(app, 'renaming', ['/was', '/is']);
  await hold(app, 'carried', 'folder', 'in');
  await move(app, 'was', 'is');
  await note(app, 'renaming', ['/begun', '/not-begun']);
  await hold(app, 'carried', 'begun');
  await note(app, 'renaming', ['/over.txt', '/under.txt'], true);
  await hold(app, 'carried', 'over');
  await hold(app, 'overwritten', 'under');
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
  await note(scene.app, 'renaming', ['/was.txt', '/is.txt']);
  await hold(scene.app, 'carried', 'file');
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
  await note(app, 'publishing', [`/to/${PART}`, '/to/one', '/one']);
  await hold(app, 'carried', 'folder', 'in');
  await put(app, '/to/.filebrowser-2.part/b.txt', 'b');
  await note(app, 'merging', ['/to/.filebrowser-2.part', '/to/two', '/two'], true);
  await hold(app, 'carried', 'mergedFile');
  await hold(app, 'overwritten', 'overwritten', 'target');

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
  await note(app, 'moving-into', [`/to/${PART}`, '/to', '/good'], true);
  await hold(app, 'carried', 'moved');
  await move(app, 'good', `to/${PART}`);
  // Half of the folder has been moved; another folder has appeared at the destination of the rest.
  await mkdir(join(app.root, 'into/n'), { recursive: true });
  await note(app, 'moving-into', ['/into/.filebrowser-2.part', '/into', '/bad'], true);
  await hold(app, 'carried', 'bad', 'done');
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
  const folder = treePath('/');
  await app.db.write(async (tx) => {
    await recordTemporaryFile(tx, { folder, partName: PART, formerName: 'docs' });
    await recordTemporaryFile(tx, { folder, partName: '.filebrowser-2.part', formerName: 'kept' });
  });
  await hold(app, 'removed', 'folder', 'in', 'kept', 'keptIn', 'file');
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
  await hold(app, 'carried', 'new', 'same');
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
