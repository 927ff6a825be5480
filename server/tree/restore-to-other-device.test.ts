import { expect, test } from 'vitest';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import { wrapDriver } from '../testing/wrapped-driver.ts';
import { Completions } from './completions.ts';
import { entryAt } from './entry-at.ts';
import { restoreEntry } from './restore-entry.ts';
import { restoreVersion } from './restore-version.ts';
import {
  aControl,
  anActor,
  at,
  expectRefused,
  failure,
  openTestTree,
  type TestTree,
} from './tree.test-tools.ts';
import type { Tree } from './tree.ts';
import { Versions } from './versions.ts';

/**
 * Returns the tree as if the trash were on another device than everything else, and could take nothing. `copied` counts the copies that are
 * begun.
 */
function onTwoDevices({ tree, db }: TestTree) {
  const copied = { count: 0 };
  const isInTrash = (folder: string): boolean => folder.startsWith(`/${TRASH_NAME}`);
  const wrapped = wrapDriver(tree.driver, {
    moving: ({ from, to }, step) =>
      isInTrash(from.folder) === isInTrash(to.folder)
        ? step()
        : Promise.resolve({ kind: 'other-device' }),
  });
  const walks = {
    ...tree.walks,
    copy: (...inputs: Parameters<typeof tree.walks.copy>) => {
      copied.count += 1;
      return tree.walks.copy(...inputs);
    },
  };
  const driver = { ...wrapped, walks, trashFor: () => Promise.resolve(undefined) };
  const versions = new Versions({
    db,
    driver,
    completions: new Completions(),
    isKept: () => Promise.resolve(false),
  });
  return { tree: { ...tree, driver, walks, versions }, copied };
}

async function itemAt(tree: Tree, path: string) {
  const there = await entryAt(tree, at(path));
  if (there === undefined) throw new Error(`nothing at ${path}`);
  return { source: at('/docs'), path: at(path), item: there.fingerprint };
}

test('a version is refused before it is copied to another device whose trash cannot keep the present contents', async () => {
  const stored = `/${TRASH_NAME}/1-a.txt`;
  const opened = await openTestTree({ [stored]: 'former', '/docs/a.txt': 'present' });
  const { tree, copied } = onTwoDevices(opened);
  const version = await itemAt(tree, stored);
  const restore = () =>
    restoreVersion(tree, anActor(), { version, path: at('/docs/a.txt') }, aControl());
  await expectRefused(opened, restore, failure('invalid-request', 'not-kept'));
  expect(copied.count).toBe(0);
  expect(await opened.journal()).toEqual([]);
});

test('a folder is refused before it is copied into one on another device whose trash cannot keep replaced files', async () => {
  const stored = `/${TRASH_NAME}/1-docs`;
  const opened = await openTestTree({
    [`${stored}/a.txt`]: 'former',
    [`${stored}/new.txt`]: 'new',
    '/docs/a.txt': 'present',
  });
  const { tree, copied } = onTwoDevices(opened);
  const request = {
    trash: await itemAt(tree, stored),
    to: at('/docs'),
    onConflict: 'replace',
  } as const;
  const restore = () => restoreEntry(tree, anActor(), request, aControl());
  await expectRefused(opened, restore, failure('invalid-request', 'not-kept'));
  expect(copied.count).toBe(0);
  expect(await opened.journal()).toEqual([]);
});
