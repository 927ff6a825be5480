import { rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from '#contract/files.ts';
import type { SearchHit } from '#contract/search.ts';
import { expect, it, test } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from '../../testing/app.ts';
import type { Client, Reply } from '../../testing/client.ts';

const FILES = {
  '/docs/Annual Report.pdf': 'r',
  '/docs/.env': 'e',
  '/docs/sub/report.txt': 'rr',
  '/docs/sub/.hidden/report in the dark.txt': 'h',
  '/pics/Straße.JPG': 's',
  '/reports/': '',
};

/** Starts a server with a name index, as in production. With `readsNames` false, searches walk. */
function startSearchable(options: TestAppOptions = {}): Promise<TestApp> {
  return startTestApp({ readsNames: true, ...options });
}

/** Changes by other programs are noticed after a while. */
const NOTICED = { timeout: 20_000, interval: 100 };

function hitsOf({ text }: Reply): SearchHit[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as SearchHit); // as the contract has it
}

/** Sorted, because searches return hits in any order. */
function pathsOf(hits: readonly SearchHit[]): string[] {
  return hits.map(({ path }) => path).toSorted();
}

async function find(client: Client, query: string, folder = '/'): Promise<string[]> {
  const reply = await client.get(`/api/search${folder}?query=${encodeURIComponent(query)}`);
  expect(reply.status).toBe(200);
  return pathsOf(hitsOf(reply));
}

test('hits are lines, each with its path relative to the searched folder and the address of its page', async () => {
  await using app = await startSearchable({ files: FILES });
  const anna = await app.logIn();
  const reply = await anna.get('/api/search/?query=report');
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  const inOrder = hitsOf(reply).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  expect(inOrder).toEqual([
    {
      dir: false,
      path: 'docs/Annual Report.pdf',
      url: '/files/docs/Annual%20Report.pdf',
    },
    {
      dir: false,
      path: 'docs/sub/.hidden/report in the dark.txt',
      url: '/files/docs/sub/.hidden/report%20in%20the%20dark.txt',
    },
    { dir: false, path: 'docs/sub/report.txt', url: '/files/docs/sub/report.txt' },
    { dir: true, path: 'reports', url: '/files/reports/' },
  ]);
});

test('returns an array if only JSON is accepted, and lines otherwise', async () => {
  await using app = await startSearchable({ files: FILES });
  const anna = await app.logIn();
  const ask = (accept: string, query = 'report') =>
    anna.get(`/api/search/docs/?query=${query}`, { headers: { accept } });
  const array = await ask('application/json');
  expect(array.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(pathsOf(array.json<SearchHit[]>())).toEqual([
    'Annual Report.pdf',
    'sub/.hidden/report in the dark.txt',
    'sub/report.txt',
  ]);
  expect((await ask('application/json', 'nothing')).json()).toEqual([]);
  for (const accept of ['*/*', 'application/json, text/plain, */*']) {
    expect(hitsOf(await ask(accept))).toHaveLength(3);
  }
});

it.each([
  ['annual report', ['docs/Annual Report.pdf']],
  ['report annual', ['docs/Annual Report.pdf']],
  ['"annual report"', ['docs/Annual Report.pdf']],
  ['"report annual"', []],
  ['STRASSE', ['pics/Straße.JPG']],
  ['type:image', ['pics/Straße.JPG']],
  ['type:txt report', ['docs/sub/.hidden/report in the dark.txt', 'docs/sub/report.txt']],
  ['case:sensitive Report', ['docs/Annual Report.pdf']],
  ['docs/sub', []],
  ['.*', []],
])('%s finds what is meant', async (query, expected) => {
  await using app = await startSearchable({ files: FILES });
  expect(await find(await app.logIn(), query)).toEqual(expected);
});

test('an empty query finds everything below the folder, with or without the slash', async () => {
  await using app = await startSearchable({ files: { '/a/b/c.txt': 'c', '/d.txt': 'd' } });
  const anna = await app.logIn({ scope: '/a' });
  for (const url of ['/api/search', '/api/search/', '/api/search/?query=', '/api/search?query=']) {
    expect(pathsOf(hitsOf(await anna.get(url)))).toEqual(['b', 'b/c.txt']);
  }
  expect(hitsOf(await anna.get('/api/search/b?query=c'))).toEqual([
    { dir: false, path: 'c.txt', url: '/files/b/c.txt' },
  ]);
});

test('with details each hit contains the entry of a listing', async () => {
  await using app = await startSearchable({ files: FILES });
  await symlink('sub', join(app.root, 'docs/link to reports'));
  const anna = await app.logIn({ scope: '/docs' });
  const reply = await anna.get('/api/search/sub/?query=report&details=true');
  const listing = await anna.get('/api/resources/sub/');
  const listed = listing.json<{ items: Entry[] }>().items.find(({ name }) => name === 'report.txt');
  expect(hitsOf(reply).find(({ path }) => path === 'report.txt')?.entry).toEqual(listed);
  expect(listed?.path).toBe('/sub/report.txt');
  const linkFound = async () => hitsOf(await anna.get('/api/search/?query=link&details=true'))[0];
  await expect
    .poll(linkFound)
    .toMatchObject({ dir: false, entry: { isSymlink: true, path: '/link to reports' } });
});

test('symlinks are found but not followed, and a search may begin behind one', async () => {
  await using app = await startSearchable({ files: FILES });
  await symlink('docs/sub', join(app.root, 'inside'));
  await symlink('/etc', join(app.root, 'outside'));
  await symlink('nowhere', join(app.root, 'dangling'));
  const anna = await app.logIn();
  await expect.poll(() => find(anna, 'side'), NOTICED).toEqual(['inside', 'outside']);
  expect(await find(anna, 'passwd')).toEqual([]);
  const behind = hitsOf(await anna.get('/api/search/inside/?query=report.txt'));
  expect(behind).toEqual([{ dir: false, path: 'report.txt', url: '/files/inside/report.txt' }]);
  expect((await anna.get('/api/search/outside/?query=a')).status).toBe(403);
  expect(await find(anna, 'a', '/dangling/')).toEqual([]);
});

test('a search follows symlinks that lead out if that is configured', async () => {
  const files = { followExternalSymlinks: true, typeDetectionByHeader: true };
  await using elsewhere = await startSearchable({ files: { '/in/there.txt': 't' } });
  await using app = await startSearchable({ files: { '/docs/': '' }, config: { files } });
  await symlink(elsewhere.root, join(app.root, 'docs/out'));
  const anna = await app.logIn();
  await expect.poll(() => find(anna, 'out'), NOTICED).toEqual(['docs/out']);
  expect(await find(anna, 'there', '/docs/out/')).toEqual(['in/there.txt']);
  expect(await find(anna, 'there', '/docs/out/in/')).toEqual(['there.txt']);
  expect(await find(anna, 'there')).toEqual([]);
});

test('a missing folder and a file have no hits, and a forbidden folder is refused', async () => {
  await using app = await startSearchable({ files: FILES });
  const rules = [{ regex: false, allow: false, path: '/docs/sub', regexp: { raw: '' } }];
  const anna = await app.logIn({ rules });
  expect(await find(anna, 'a', '/none/')).toEqual([]);
  expect(await find(anna, 'a', '/pics/Stra%C3%9Fe.JPG')).toEqual([]);
  expect((await anna.get('/api/search/docs/sub/?query=a')).status).toBe(403);
  expect((await anna.get('/api/search/docs/%2e%2e/?query=a')).status).toBe(400);
  expect((await app.visitor.get('/api/search/?query=a')).status).toBe(401);
  expect((await anna.post('/api/search/?query=a')).status).toBe(405);
});

test('invisible entries, and everything below them, are not found', async () => {
  await using app = await startSearchable({
    files: { ...FILES, '/docs/sub/deep/report.txt': 'd' },
  });
  const rules = [
    { regex: false, allow: false, path: '/docs/sub', regexp: { raw: '' } },
    { regex: false, allow: true, path: '/docs/sub/deep', regexp: { raw: '' } },
  ];
  expect(await find(await app.logIn({ rules }), 'report')).toEqual([
    'docs/Annual Report.pdf',
    'reports',
  ]);
  const shy = await app.logIn({ username: 'shy', hideDotfiles: true });
  expect(await find(shy, 'report', '/docs/sub/')).toEqual(['deep/report.txt', 'report.txt']);
  expect(await find(shy, 'env')).toEqual([]);
});

test("the server's own files and temporary files are not found", async () => {
  await using app = await startSearchable({
    files: { '/data/filebrowser.db': '', '/data/.filebrowser-x.part': '', '/data/other': '' },
  });
  await using guarded = await app.restart({
    protectedPaths: [join(app.root, 'data/filebrowser.db')],
  });
  expect(await find(await guarded.logIn(), '', '/data/')).toEqual(['other']);
});

test('names with unusual characters are found', async () => {
  const names = [
    'new\nline',
    'quote"\'',
    '😀 smile',
    '100% <b>&amp;',
    'back\\slash',
    'e\u0301t\u00e9',
  ];
  await using app = await startSearchable({
    files: Object.fromEntries(names.map((name) => [`/ugly/${name}`, name])),
  });
  const anna = await app.logIn();
  for (const name of names) expect(await find(anna, `"${name}"`)).toEqual([`ugly/${name}`]);
});

test('entries that were just moved or removed are not found', async () => {
  await using app = await startSearchable({ files: FILES });
  const anna = await app.logIn();
  await rename(join(app.root, 'docs/sub'), join(app.root, 'docs/moved'));
  await rm(join(app.root, 'reports'), { recursive: true });
  const gone = ['docs/sub/report.txt', 'reports'];
  expect((await find(anna, 'report')).filter((path) => gone.includes(path))).toEqual([]);
  await expect
    .poll(() => find(anna, 'report'))
    .toEqual([
      'docs/Annual Report.pdf',
      'docs/moved/.hidden/report in the dark.txt',
      'docs/moved/report.txt',
    ]);
});

test('a query that is too long is refused with an explanation', async () => {
  await using app = await startSearchable();
  const anna = await app.logIn();
  const long = await anna.get(`/api/search/?query=${'a'.repeat(1_025)}`);
  expect([long.status, long.text]).toEqual([400, '400 Bad Request (more than 1024 characters)\n']);
  const words = Array.from({ length: 33 }, (_, index) => `w${index}`).join('+');
  const many = await anna.get(`/api/search/?query=${words}`);
  expect([many.status, many.text]).toEqual([400, '400 Bad Request (more than 32 words)\n']);
  expect(await find(anna, '"'.repeat(1_000))).toEqual([]);
});

test('HEAD is answered without a search', async () => {
  await using app = await startSearchable({ files: FILES });
  const anna = await app.logIn();
  const reply = await anna.head('/api/search/?query=report');
  expect([reply.status, reply.text]).toEqual([200, '']);
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
});
