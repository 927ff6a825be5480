import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTreePath, ROOT, type TreePath } from '#contract/paths.ts';
import { parseSearchQuery } from '#contract/search-query.ts';
import type { SearchHit } from '#contract/search.ts';
import type { Rule } from '#contract/users.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openLocalDriver } from '../local-driver.ts';
import { createWalks } from '../walks/local-walks.ts';
import type { Candidates } from './name-question.ts';
import type { SearchTask } from '../../tree-search.ts';

const parent = mkdtempSync(join(tmpdir(), 'filebrowser-candidates-'));
const root = join(parent, 'root');
mkdirSync(root);
const driver = openLocalDriver({ root });
const walks = createWalks(driver.root);
afterAll(async () => {
  await walks.close();
  await driver.close();
  rmSync(parent, { recursive: true });
});

beforeEach(() => {
  rmSync(join(root, 'docs'), { recursive: true, force: true });
  mkdirSync(join(root, 'docs/a/b'), { recursive: true });
  for (const name of ['one.txt', 'a/two.txt', 'a/b/Three.txt', 'a/b/ten.txt']) {
    writeFileSync(join(root, 'docs', name), name);
  }
});

const signal = AbortSignal.timeout(60_000);

/** Names that an index might contain for the tree above. */
const KNOWN: readonly Candidates[] = [
  { folder: at('/docs'), names: ['a', 'one.txt'] },
  { folder: at('/docs/a'), names: ['b', 'two.txt'] },
  { folder: at('/docs/a/b'), names: ['Three.txt', 'ten.txt'] },
];

function at(path: string): TreePath {
  const parsed = parseTreePath(path);
  if (parsed === undefined) throw new Error(`bad path in a test: ${path}`);
  return parsed;
}

function task(query: string, changes: Partial<SearchTask['filter']['view']> = {}): SearchTask {
  const view = {
    root: ROOT,
    home: ROOT,
    rules: [],
    hideDotfiles: false,
    protectedPaths: [],
    ...changes,
  };
  const folder = { resolvedPath: at('/docs'), path: at('/docs'), shownAs: at('/docs') };
  const filter = { view, paths: [folder.path] };
  const asked = { query: parseSearchQuery(query), details: false, sniff: false } as const;
  return { ...folder, ...asked, filter, form: 'lines' };
}

async function hits(searched: SearchTask, candidates = KNOWN): Promise<string[]> {
  return (await answers(searched, candidates)).map(({ path }) => path);
}

async function folders(searched: SearchTask, candidates = KNOWN): Promise<string[]> {
  return (await answers(searched, candidates)).filter(({ dir }) => dir).map(({ path }) => path);
}

async function answers(
  searched: SearchTask,
  candidates: readonly Candidates[],
): Promise<SearchHit[]> {
  let text = '';
  for await (const part of walks.check({ task: searched, candidates }, { signal })) {
    text += Buffer.from(part).toString();
  }
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as SearchHit); // as the contract has it
}

describe('candidates of an index', () => {
  it('are hits if they exist and match the query, in the given order', async () => {
    expect(await hits(task('t'))).toEqual(['one.txt', 'a/two.txt', 'a/b/Three.txt', 'a/b/ten.txt']);
    expect(await hits(task('case:sensitive T'))).toEqual(['a/b/Three.txt']);
    expect(await hits(task('type:txt case:sensitive t three'))).toEqual([]);
  });

  it('are no hits when they have been removed or moved', async () => {
    rmSync(join(root, 'docs/one.txt'));
    renameSync(join(root, 'docs/a/b'), join(root, 'docs/a/c'));
    expect(await hits(task(''))).toEqual(['a', 'a/two.txt']);
    rmSync(join(root, 'docs'), { recursive: true });
    expect(await hits(task(''))).toEqual([]);
  });

  it('give the same hits when a folder has many of them', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `n-${index}`);
    const [gone = '', folder = '', link = '', ...files] = names;
    for (const name of files) writeFileSync(join(root, 'docs/a', name), '');
    mkdirSync(join(root, 'docs/a', folder));
    symlinkSync(folder, join(root, 'docs/a', link));
    const many = [{ folder: at('/docs/a'), names }];
    const paths = names.filter((name) => name !== gone).map((name) => `a/${name}`);
    expect(await hits(task(''), many)).toEqual(paths);
    expect(await hits({ ...task(''), details: true }, many)).toEqual(paths);
    expect(await folders(task(''), many)).toEqual([`a/${folder}`]);
    expect(await folders({ ...task(''), details: true }, many)).toEqual([`a/${folder}`]);
  });

  it('are not looked up through a symlink that has replaced a folder', async () => {
    renameSync(join(root, 'docs/a/b'), join(parent, 'moved out'));
    symlinkSync('../../../moved out', join(root, 'docs/a/b'));
    expect(await hits(task('t'))).toEqual(['one.txt', 'a/two.txt']);
    renameSync(join(root, 'docs/a'), join(root, 'docs/real'));
    symlinkSync('real', join(root, 'docs/a'));
    expect(await hits(task(''))).toEqual(['a', 'one.txt']);
    rmSync(join(parent, 'moved out'), { recursive: true });
  });

  it('are hidden by rules for them or for one of their parent folders', async () => {
    const denied = (path: string, allow = false): Rule => {
      return { regex: false, allow, path, regexp: { raw: '' } };
    };
    const rules = [denied('/docs/a'), denied('/docs/a/b', true), denied('/docs/one.txt')];
    expect(await hits(task('', { rules }))).toEqual([]);
    expect(await hits(task('', { rules: [denied('/docs/a/b/ten.txt')] }))).toEqual([
      'a',
      'one.txt',
      'a/b',
      'a/two.txt',
      'a/b/Three.txt',
    ]);
    expect(await hits(task('', { rules: [denied('/docs')] }))).toEqual([]);
    expect(await hits(task('', { home: at('/other') }))).toEqual([]);
    expect(await hits(task('one', { protectedPaths: [at('/docs/one.txt')] }))).toEqual([]);
    mkdirSync(join(root, 'docs/.dark'));
    writeFileSync(join(root, 'docs/.dark/seen.txt'), '');
    const dark = [{ folder: at('/docs/.dark'), names: ['seen.txt'] }];
    expect(await hits(task(''), dark)).toEqual(['.dark/seen.txt']);
    expect(await hits(task('', { hideDotfiles: true }), dark)).toEqual([]);
  });

  it('are no hits outside the searched folder, or if they are temporary files', async () => {
    writeFileSync(join(root, 'docs/.filebrowser-x.part'), '');
    mkdirSync(join(root, 'docs/.filebrowser-y.part'));
    writeFileSync(join(root, 'docs/.filebrowser-y.part/z'), '');
    expect(
      await hits(task(''), [
        { folder: ROOT, names: ['docs'] },
        { folder: at('/docs2'), names: ['one.txt'] },
        { folder: at('/docs'), names: ['.filebrowser-x.part', '.filebrowser-y.part'] },
        { folder: at('/docs/.filebrowser-y.part'), names: ['z'] },
        { folder: at('/docs/one.txt'), names: ['below a file'] },
      ]),
    ).toEqual([]);
  });
});
