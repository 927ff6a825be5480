import { closeSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { reopenFolder } from '../descriptors.ts';
import { rootFd } from '../root-descriptor.ts';
import { folderStateOf } from '../walks/folder-state.ts';
import type * as readEntries from '../walks/read-entries.ts';
import { openTestRoot } from '../walks/walks.test-tools.ts';
import { ROOT_FOLDER } from './folder-table.ts';
import { NameStore } from './name-store.ts';
import { readFolder } from './read-names.ts';

const testRoot = openTestRoot();

/** Time that the clock advances while a folder is read. */
let readingMs = 0;

vi.mock('../walks/read-entries.ts', async (importOriginal) => {
  const original = await importOriginal<typeof readEntries>();
  return {
    ...original,
    readEntriesSync: (...inputs: Parameters<typeof original.readEntriesSync>) => {
      const entries = original.readEntriesSync(...inputs);
      vi.setSystemTime(Date.now() + readingMs);
      return entries;
    },
  };
});

test('a folder that has just changed is read again, however long it took to read it', () => {
  const fd = reopenFolder(rootFd(testRoot.root));
  testRoot.createFiles('a.txt');
  const { changedMs } = folderStateOf(fd);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const store = new NameStore();
    vi.setSystemTime(changedMs + 100);
    readingMs = 60_000;
    readFolder(store, fd, ROOT_FOLDER);
    expect(store.folders.isUnchanged(ROOT_FOLDER, folderStateOf(fd))).toBe(false);

    readFolder(store, fd, ROOT_FOLDER);
    expect(store.folders.isUnchanged(ROOT_FOLDER, folderStateOf(fd))).toBe(true);
  } finally {
    vi.useRealTimers();
    closeSync(fd);
  }
});
