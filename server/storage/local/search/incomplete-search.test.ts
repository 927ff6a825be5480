import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { ROOT } from '#contract/paths.ts';
import { parseSearchQuery } from '#contract/search-query.ts';
import { afterEach, expect, test, vi } from 'vitest';
import type { Task } from '../../../lib/serve-tasks.ts';
import { at } from '../../driver.test-tools.ts';
import type { SearchTask } from '../../tree-search.ts';
import { noProgress, openTestRoot } from '../walks/walks.test-tools.ts';
import { checkCandidates } from './check-candidates.ts';
import { searchWalk } from './search-walk.ts';

const { root, createFiles } = openTestRoot();
createFiles('a/one.txt', 'b/two.txt', 'c/three.txt');

/** Makes the folder `b` fail to open with an error of the file system. */
function failAtOpening(code: string): void {
  const { openSync } = fs;
  vi.spyOn(fs, 'openSync').mockImplementation((...inputs: Parameters<typeof openSync>) => {
    if (String(inputs[0]).endsWith('/b')) {
      throw Object.assign(new Error(code), { code, syscall: 'open' });
    }
    return openSync(...inputs);
  });
  syncBuiltinESMExports();
}

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const TASK: SearchTask = {
  query: parseSearchQuery('txt'),
  resolvedPath: ROOT,
  path: ROOT,
  shownAs: ROOT,
  filter: {
    view: { root: ROOT, home: ROOT, rules: [], hideDotfiles: false, protectedPaths: [] },
    paths: [ROOT],
  },
  details: false,
  sniff: false,
  form: 'lines',
};

const CANDIDATES = [
  { folder: at('/a'), names: ['one.txt'] },
  { folder: at('/b'), names: ['two.txt'] },
  { folder: at('/c'), names: ['three.txt'] },
];

/** Searches, by walking and with candidates of the name index. Each returns a task anew. */
const SEARCHES = {
  walk: () => searchWalk(root, TASK, noProgress()),
  index: () => checkCandidates(root, TASK, CANDIDATES, noProgress()),
} as const;

/** Returns the names of the found files, and the error with which the search ends. */
function outcomeOf(task: Task<void>): { readonly names: string[]; readonly failure: unknown } {
  let text = '';
  let failure: unknown;
  try {
    for (const part of task) if (part !== undefined) text += Buffer.from(part).toString();
  } catch (error) {
    failure = error;
  }
  return { names: ['one', 'two', 'three'].filter((name) => text.includes(name)), failure };
}

for (const kind of ['walk', 'index'] as const) {
  test(`a search (${kind}) for which too many files are open finds the rest, and fails`, () => {
    failAtOpening('EMFILE');
    expect(outcomeOf(SEARCHES[kind]())).toMatchObject({
      names: ['one', 'three'],
      failure: { code: 'too-many-requests' },
    });
  });

  test.each(['EACCES', 'ENOENT', 'EIO', 'ENOTCONN', 'ETIMEDOUT'])(
    `a search (${kind}) skips a folder that %s keeps from being read`,
    (errno) => {
      failAtOpening(errno);
      expect(outcomeOf(SEARCHES[kind]())).toEqual({ names: ['one', 'three'], failure: undefined });
    },
  );
}
