import fs, { closeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, expect, test, vi } from 'vitest';
import { reopenFolder } from '../descriptors.ts';
import { rootFd } from '../root-descriptor.ts';
import { folderStateOf } from '../walks/folder-state.ts';
import { IncompleteWalk } from '../walks/incomplete-walk.ts';
import { noProgress, openTestRoot } from '../walks/walks.test-tools.ts';
import { ROOT_FOLDER } from './folder-table.ts';
import { NameStore } from './name-store.ts';
import { readFolder } from './read-names.ts';

const testRoot = openTestRoot();

/** Makes each reading of a folder take a minute of the clock, until the test ends. */
function slowDownReading(): void {
  const { readdirSync } = fs;
  vi.spyOn(fs, 'readdirSync').mockImplementation((...inputs: Parameters<typeof readdirSync>) => {
    const entries = readdirSync(...inputs);
    vi.setSystemTime(Date.now() + 60_000);
    return entries;
  });
  syncBuiltinESMExports();
}

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  vi.useRealTimers();
});

test('a folder that has just changed is read again, however long it took to read it', () => {
  const fd = reopenFolder(rootFd(testRoot.root));
  testRoot.createFiles('a.txt');
  const { changedMs } = folderStateOf(fd);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const store = new NameStore();
    const reading = { store, progress: noProgress(), walk: new IncompleteWalk() };
    vi.setSystemTime(changedMs + 100);
    slowDownReading();
    readFolder(reading, fd, ROOT_FOLDER);
    expect(store.folders.isUnchanged(ROOT_FOLDER, folderStateOf(fd))).toBe(false);

    readFolder(reading, fd, ROOT_FOLDER);
    expect(store.folders.isUnchanged(ROOT_FOLDER, folderStateOf(fd))).toBe(true);
  } finally {
    closeSync(fd);
  }
});
