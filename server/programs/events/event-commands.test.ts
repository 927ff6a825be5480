import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Trigger } from '#contract/commands.ts';
import { OPERATION_HEADER } from '#contract/operations.ts';
import { encodePath } from '#contract/paths.ts';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateGlobalSettings } from '../../metadata/settings.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../testing/app.ts';
import type { Client, Reply } from '../../testing/client.ts';
import { openRequest, until } from '../../testing/open-request.ts';
import { aStoredUser, treePath } from '../../testing/stored-records.ts';

type Lines = Partial<Record<Trigger, string[]>>;

const { perm } = aStoredUser();
const features = { thumbnails: true, resizePreview: true, exec: true, shell: false };

/** A folder outside of the root in which commands create files. */
let outside: string;
beforeAll(async () => {
  outside = await realpath(await mkdtemp(join(tmpdir(), 'filebrowser-events-')));
});
afterAll(() => rm(outside, { recursive: true, force: true }));

function startWith(commands: Lines, options: TestAppOptions = {}): Promise<TestApp> {
  return startTestApp({
    ...options,
    settings: { commands, ...options.settings },
    config: { features, ...options.config },
  });
}

async function setUp({ db }: TestApp, commands: Lines): Promise<void> {
  await db.write((tx) => updateGlobalSettings(tx, (stored) => ({ ...stored, commands })));
}

interface Run {
  readonly trigger: string | null;
  readonly line: string;
  readonly path: string;
  readonly outcome: string;
  readonly exitCode: number | null;
  readonly output: string;
  readonly username: string;
}

/** Returns the recorded runs, the earliest first. */
function runsOf({ db }: TestApp): Promise<Run[]> {
  return db.read.selectFrom('commandRun').selectAll().orderBy('id').execute();
}

async function triggersOf(app: TestApp): Promise<(string | null)[]> {
  return (await runsOf(app)).map(({ trigger }) => trigger);
}

const at = (path: string) => `/api/resources${encodePath(treePath(path))}`;

function transfer(who: Client, action: string, from: string, to: string, headers = {}) {
  const destination = encodeURIComponent(encodeURIComponent(to));
  return who.patch(`${at(from)}?action=${action}&destination=${destination}`, { headers });
}

function begin(who: Client, path: string, length: number): Promise<Reply> {
  return who.post(`/api/tus${path}`, { headers: { 'upload-length': `${length}` } });
}

function append(who: Client, path: string, offset: number, body: string): Promise<Reply> {
  const headers = { 'content-type': TUS_CONTENT_TYPE, 'upload-offset': `${offset}` };
  return who.patch(`/api/tus${path}`, { headers, body });
}

/** Returns the status, and the command that has failed. */
function failure({ status, headers }: Reply) {
  return [status, headers['x-failed-command']];
}

const TOLD = `printf '%s|' $TRIGGER $USERNAME $SCOPE $FILE $DESTINATION`;
const everywhere = (...lines: string[]): Lines =>
  Object.fromEntries(
    ['copy', 'delete', 'rename', 'save', 'upload'].flatMap((event) => [
      [`before_${event}`, lines],
      [`after_${event}`, lines],
    ]),
  );

test('hooks before and after an operation get its event and path', async () => {
  await using app = await startWith(everywhere(TOLD), { files: { '/home/': '' } });
  const anna = await app.logIn({ username: 'anna', scope: '/home' });

  await anna.post(at('/a.txt'), { body: 'a' });
  await anna.post(`${at('/new')}/`);
  await anna.put(at('/a.txt'), { body: 'b' });
  await transfer(anna, 'copy', '/a.txt', '/b.txt');
  await transfer(anna, 'rename', '/b.txt', '/new/c.txt');
  await anna.delete(at('/new'));

  const home = join(app.root, 'home');
  const expectedRun = (event: string, file: string, destination = '') =>
    ['before', 'after'].map(
      (time) => `${time}_${event}|anna|/home|${home}${file}|${home}${destination}|`,
    );
  expect((await runsOf(app)).map(({ output }) => output)).toEqual([
    ...expectedRun('upload', '/a.txt'),
    ...expectedRun('upload', '/new'),
    ...expectedRun('save', '/a.txt'),
    ...expectedRun('copy', '/a.txt', '/b.txt'),
    ...expectedRun('rename', '/b.txt', '/new/c.txt'),
    ...expectedRun('delete', '/new'),
  ]);
  expect(await app.filesOnDisk()).toEqual({ '/home/a.txt': 'b' });
});

test('a hook has the variables in its environment, and none of the server', async () => {
  const environment = { PATH: '/usr/bin:/bin', TZ: 'UTC' };
  await using app = await startWith(
    { after_save: ['/usr/bin/env -0'] },
    { files: { '/a.txt': '' }, config: { programs: { environment } } },
  );
  const anna = await app.logIn({ username: 'anna' });

  await anna.put(at('/a.txt'), { body: 'x' });

  const [run] = await runsOf(app);
  expect(
    run?.output
      .split('\u{FFFD}')
      .filter((each) => each !== '')
      .toSorted(),
  ).toEqual([
    `DESTINATION=${app.root}`,
    `FILE=${join(app.root, 'a.txt')}`,
    'PATH=/usr/bin:/bin',
    'SCOPE=/',
    'TRIGGER=after_save',
    'TZ=UTC',
    'USERNAME=anna',
  ]);
});

const HOSTILE = [
  '$(touch x)',
  '`touch x`',
  '; rm -rf .',
  '& touch x &',
  'a\ntouch x\n',
  `'"\\`,
  '-rf',
  '%s%n%d',
  '😀',
  '$FILE',
  '${DESTINATION}',
  ' blanks  *',
];

/** Returns lines that print a file name, and lines of a careless operator. */
async function linesThatName() {
  const script = join(outside, 'show.sh');
  await writeFile(script, 'printf "%s" "$1"');
  const careful = [
    `printf %s $FILE`,
    `sh -c 'printf %s "$FILE"'`,
    `sh -c 'printf %s "$1"' sh $FILE`,
    `/bin/sh ${script} $FILE`,
  ];
  // A shell splits the name, but never runs its contents.
  const careless = [`sh -c "printf %s $FILE" &`, `sh -c $FILE &`];
  return { careful, all: [...careful, ...careless] };
}

/** Waits for `count` runs and expects the careful lines to have printed the whole path. */
async function expectWholePaths(app: TestApp, careful: readonly string[], count: number) {
  await until(async () => (await runsOf(app)).length === count, 20_000);
  const waited = (await runsOf(app)).filter(({ line }) => careful.includes(line));
  expect(waited).toHaveLength((count * 4) / 6);
  for (const { output, path } of waited) expect(output).toBe(app.root + path);
  expect(existsSync(join(process.cwd(), 'x'))).toBe(false);
}

test('any file name is data to every hook', async () => {
  const { careful, all } = await linesThatName();
  await using app = await startWith({ before_upload: all }, { files: { '/there': 'kept' } });
  const anna = await app.logIn({ username: 'anna' });

  for (const name of HOSTILE) {
    expect((await anna.post(at(`/${name}`), { body: 'a' })).status).toBe(200);
  }

  await expectWholePaths(app, careful, HOSTILE.length * 6);
  const uploaded = HOSTILE.map((name) => [`/${name}`, 'a']);
  expect(await app.filesOnDisk()).toEqual({ '/there': 'kept', ...Object.fromEntries(uploaded) });
});

test('a file name is data to the hooks of every event', async () => {
  const name = '$(touch x)';
  const { careful, all } = await linesThatName();
  await using app = await startWith(everywhere(...all), { files: { '/there': 'kept' } });
  const anna = await app.logIn({ username: 'anna' });

  const replies = [
    await anna.post(at(`/${name}`), { body: 'a' }),
    await anna.put(at(`/${name}`), { body: 'b' }),
    await transfer(anna, 'copy', `/${name}`, `/2${name}`),
    await transfer(anna, 'rename', `/2${name}`, `/3${name}`),
    await anna.delete(at(`/3${name}`)),
  ];

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 204]);
  await expectWholePaths(app, careful, 60);
  expect(await app.filesOnDisk()).toEqual({ '/there': 'kept', [`/${name}`]: 'b' });
});

test('a user name that looks like an option, and a file name that Perl would run, are not put into arguments', async () => {
  await using app = await startWith({ after_upload: ['printf %s. $USERNAME $FILE'] });
  const rf = await app.logIn({ username: '-rf' });

  await rf.post(at('/touch x|'), { body: 'a' });

  expect((await runsOf(app)).map(({ output }) => output)).toEqual(['$USERNAME.$FILE.']);
});

test('a failed hook before an operation prevents it and further hooks', async () => {
  const lines = everywhere('false', 'true');
  await using app = await startWith(lines, { files: { '/a.txt': 'old', '/folder/b': '' } });
  const anna = await app.logIn();
  const before = await app.filesOnDisk();

  expect(failure(await anna.post(at('/new.txt'), { body: 'n' }))).toEqual([500, 'before_upload']);
  expect(failure(await anna.post(`${at('/new')}/`))).toEqual([500, 'before_upload']);
  expect(failure(await begin(anna, '/tus.bin', 3))).toEqual([500, 'before_upload']);
  expect(failure(await anna.put(at('/a.txt'), { body: 'n' }))).toEqual([500, 'before_save']);
  expect(failure(await transfer(anna, 'copy', '/a.txt', '/b'))).toEqual([500, 'before_copy']);
  expect(failure(await transfer(anna, 'rename', '/a.txt', '/b'))).toEqual([500, 'before_rename']);
  expect(failure(await anna.delete(at('/folder')))).toEqual([500, 'before_delete']);

  expect(await app.filesOnDisk()).toEqual(before);
  expect((await runsOf(app)).map(({ line, exitCode }) => [line, exitCode])).toEqual(
    Array.from({ length: 7 }, () => ['false', 1]),
  );
});

test('a failed hook after an operation keeps the result, and the response contains both', async () => {
  const failing = { after_upload: ['no-such-cmd'], after_save: ['false', 'true'] };
  await using app = await startWith(
    { ...failing, after_copy: ['false'], after_rename: ['false'], after_delete: ['false'] },
    { files: { '/gone.txt': 'x' } },
  );
  const anna = await app.logIn();

  const posted = await anna.post(at('/a.txt'), { body: 'a' });
  expect(failure(posted)).toEqual([500, 'after_upload']);
  expect(posted.headers.etag).toBeDefined();
  expect(posted.text).toBe('500 Internal Server Error\n');
  expect(failure(await anna.post(`${at('/folder')}/`))).toEqual([500, 'after_upload']);
  const saved = await anna.put(at('/a.txt'), { body: 'b' });
  expect(failure(saved)).toEqual([500, 'after_save']);
  expect(saved.headers.etag).toBe((await anna.get(at('/a.txt'))).headers.etag);
  const copied = await transfer(anna, 'copy', '/a.txt', '/b.txt');
  expect(failure(copied)).toEqual([500, 'after_copy']);
  expect(copied.headers['content-location']).toBe('/api/resources/b.txt');
  expect(failure(await transfer(anna, 'rename', '/b.txt', '/c.txt'))).toEqual([
    500,
    'after_rename',
  ]);
  expect(failure(await anna.delete(at('/gone.txt')))).toEqual([500, 'after_delete']);

  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'b', '/c.txt': 'b', '/folder/': '' });
  expect((await runsOf(app)).map(({ line }) => line)).not.toContain('true');
});

test('an operation that is requested again with the same key runs neither again, nor its hooks', async () => {
  await using app = await startWith(
    { after_copy: ['false'], before_delete: ['false'] },
    { files: { '/a.txt': 'a' } },
  );
  const anna = await app.logIn();
  const named = (key: string) => ({ [OPERATION_HEADER]: key });

  for (const _ of [1, 2]) {
    const copied = await transfer(anna, 'copy', '/a.txt', '/b.txt', named('one'));
    expect(failure(copied)).toEqual([500, 'after_copy']);
    expect(copied.headers['content-location']).toBe('/api/resources/b.txt');
    const kept = await anna.delete(at('/a.txt'), { headers: named('two') });
    expect(failure(kept)).toEqual([500, 'before_delete']);
  }

  expect(await triggersOf(app)).toEqual(['after_copy', 'before_delete']);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'a', '/b.txt': 'a' });
});

test('a hook that cannot run is reported with the reason, and prevents the operation', async () => {
  const text = join(outside, 'no-program.txt');
  await writeFile(text, 'text');
  await chmod(text, 0o644);
  await using app = await startWith({}, { files: { '/a.txt': 'old' } });
  const anna = await app.logIn();
  const cases = [
    ['/no/such/program', 404, 'not-found'],
    [text, 403, 'not-allowed'],
    ['no-such-program', 500, 'not-found'],
    ["echo 'x", 500, 'unreadable'],
    ['', 500, 'unreadable'],
    ['$FILE', 500, 'not-found'],
  ] as const;

  for (const [line, status] of cases) {
    await setUp(app, { before_save: [line] });
    const reply = await anna.put(at('/a.txt'), { body: 'new' });
    expect([line, ...failure(reply)]).toEqual([line, status, 'before_save']);
  }

  const outcomes = cases.map(([, , outcome]) => outcome);
  expect((await runsOf(app)).map(({ outcome }) => outcome)).toEqual(outcomes);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'old' });
});

test('an operation does not wait for a background hook, whose failure is only recorded', async () => {
  const flag = join(outside, 'flag');
  const waits = `sh -c 'until [ -e ${flag} ]; do sleep 0.05; done; exit 3' &`;
  await using app = await startWith({ before_save: [waits, 'true&'] }, { files: { '/a': '' } });
  const anna = await app.logIn();

  expect(failure(await anna.put(at('/a'), { body: 'new' }))).toEqual([200, undefined]);
  await until(async () => (await runsOf(app)).length === 1);
  await writeFile(flag, '');
  await until(async () => (await runsOf(app)).length === 2);

  expect((await runsOf(app)).map(({ exitCode }) => exitCode)).toEqual([0, 3]);
  expect(await app.filesOnDisk()).toEqual({ '/a': 'new' });
});

test('background hooks of many operations wait, and none is left out', async () => {
  const [flag, done] = [join(outside, 'go'), join(outside, 'done')];
  const line = `sh -c 'until [ -e ${flag} ]; do sleep 0.05; done; echo $FILE >> ${done}' &`;
  await using app = await startWith({ after_save: [line] }, { files: { '/a': '' } });
  const anna = await app.logIn();
  const operations = 300;
  for (let n = 0; n < operations; n += 1)
    expect((await anna.put(at('/a'), { body: `${n}` })).status).toBe(200);
  await writeFile(flag, '');
  const lines = async () => (existsSync(done) ? (await readFile(done, 'utf8')).split('\n') : []);
  await until(async () => (await lines()).length > operations);
  expect((await runsOf(app)).filter(({ outcome }) => outcome !== 'exit')).toEqual([]);
}, 60_000);

test('hooks of a resumable upload run at its beginning and after it is complete', async () => {
  const lines = { before_upload: ['true'], after_upload: ['false'] };
  await using app = await startWith(lines);
  const anna = await app.logIn();

  expect(failure(await begin(anna, '/small', 2))).toEqual([201, undefined]);
  expect(await app.filesOnDisk()).toEqual({});
  expect(failure(await append(anna, '/small', 0, 'ab'))).toEqual([204, 'after_upload']);
  expect((await append(anna, '/small', 0, 'ab')).status).toBe(409);

  await begin(anna, '/parts', 4);
  expect(failure(await append(anna, '/parts', 0, 'ab'))).toEqual([204, undefined]);
  const last = await append(anna, '/parts', 2, 'cd');
  expect([...failure(last), last.headers['upload-offset']]).toEqual([204, 'after_upload', '4']);

  expect(failure(await begin(anna, '/empty', 0))).toEqual([201, 'after_upload']);

  await begin(anna, '/given-up', 4);
  await anna.delete('/api/tus/given-up');

  const whole = ['before_upload', 'after_upload'];
  expect(await triggersOf(app)).toEqual([...whole, ...whole, ...whole, 'before_upload']);
  expect(await app.filesOnDisk()).toEqual({ '/small': 'ab', '/parts': 'abcd', '/empty': '' });
});

test('an upload is complete while the hook after it still runs', async () => {
  const flag = join(outside, 'finished');
  const waits = `sh -c 'until [ -e ${flag} ]; do sleep 0.05; done'`;
  await using app = await startWith({ after_upload: [waits] });
  const anna = await app.logIn();
  await begin(anna, '/a', 2);
  const patching = append(anna, '/a', 0, 'ab');
  await until(async () => '/a' in (await app.filesOnDisk()));

  const head = await anna.head('/api/tus/a');

  expect([head.status, head.headers['upload-offset']]).toEqual([200, '2']);
  await writeFile(flag, '');
  expect(failure(await patching)).toEqual([204, undefined]);
  expect(await triggersOf(app)).toEqual(['after_upload']);
});

test('forbidden operations, and those without an effect, run no hooks', async () => {
  await using app = await startWith(everywhere('true'), { files: { '/a': 'a', '/f/b': 'b' } });
  const anna = await app.logIn({ username: 'anna' });
  const bob = await app.logIn({
    username: 'bob',
    perm: { ...perm, admin: false, create: false, modify: false, rename: false, delete: false },
  });

  const refused = [
    await bob.post(at('/new'), { body: 'n' }),
    await bob.post(`${at('/new')}/`),
    await begin(bob, '/new', 3),
    await bob.put(at('/a'), { body: 'n' }),
    await transfer(bob, 'copy', '/a', '/b'),
    await transfer(bob, 'rename', '/a', '/b'),
    await bob.delete(at('/a')),
  ];
  expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 403));
  expect((await anna.post(`${at('/f')}/`)).status).toBe(200);
  expect((await anna.post(at('/a'), { body: 'n' })).status).toBe(409);
  expect((await transfer(anna, 'copy', '/a', '/f/b')).status).toBe(409);
  expect((await transfer(anna, 'rename', '/a', '/a')).status).toBeLessThan(500);
  expect((await anna.put(at('/none'), { body: 'n' })).status).toBe(404);
  expect((await anna.put(at('/a'), { body: 'n', headers: { 'if-match': '"x"' } })).status).toBe(
    412,
  );

  expect(await runsOf(app)).toEqual([]);
});

test('a file that is removed while the hooks before a save run is not saved', async () => {
  await using app = await startWith({ before_save: ['rm $FILE'] }, { files: { '/a': 'old' } });
  const anna = await app.logIn();

  expect((await anna.put(at('/a'), { body: 'new' })).status).toBe(404);
  expect(await app.filesOnDisk()).toEqual({});
});

test('a hook ends when the client disconnects, and nothing is written', async () => {
  await using app = await startWith({ before_upload: ['sleep 60'] });
  const anna = await app.logIn();
  const request = openRequest('POST', `${app.url}${at('/a')}`, {
    'x-auth': anna.token ?? '',
    'content-length': 1,
  });
  await request.send('a');
  await new Promise((resolve) => setTimeout(resolve, 500));
  request.breakOff();

  await until(async () => (await runsOf(app)).length === 1, 10_000);

  expect((await runsOf(app)).map(({ outcome }) => outcome)).toEqual(['stopped']);
  expect(await app.filesOnDisk()).toEqual({});
});

test('a hook after an operation may change the same file through this server', async () => {
  const script = join(outside, 'remove.mjs');
  await writeFile(
    script,
    `const [url, token] = process.argv.slice(2);
    const { status } = await fetch(url, { method: 'DELETE', headers: { 'X-Auth': token } });
    process.exit(status === 204 ? 0 : 1);`,
  );
  await using app = await startWith({});
  const anna = await app.logIn();
  await setUp(app, {
    after_upload: [`${process.execPath} ${script} ${app.url}${at('/a')} ${anna.token}`],
  });

  expect(failure(await anna.post(at('/a'), { body: 'a' }))).toEqual([200, undefined]);
  expect(await app.filesOnDisk()).toEqual({});
});

test('a stopping server ends and records its hooks', async () => {
  const app = await startWith({ before_delete: ['sleep 60'] }, { files: { '/a': 'kept' } });
  const anna = await app.logIn();
  const deleting = anna.delete(at('/a')).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 500));

  await using again = await app.restart();

  await deleting;
  expect((await runsOf(again)).map(({ outcome }) => outcome)).toEqual(['stopped']);
  expect(await again.filesOnDisk()).toEqual({ '/a': 'kept' });
});

test('a shell gets the line unchanged, without values of users', async () => {
  const settings = { shell: ['/bin/sh', '-c'] };
  const line = 'printf %s "$FILE" && printf %s $0';
  const lines = { after_upload: [line] };
  await using app = await startWith(lines, {
    settings,
    config: { features: { ...features, shell: true } },
  });
  const anna = await app.logIn();

  await anna.post(at('/$(touch x); touch x'), { body: 'a' });

  expect((await runsOf(app)).map(({ output }) => output)).toEqual([
    `${app.root}/$(touch x); touch x/bin/sh`,
  ]);
  expect(existsSync(join(process.cwd(), 'x'))).toBe(false);
});

test('a shell in the settings has no effect without --allowShell', async () => {
  const settings = { shell: ['/bin/sh', '-c'] };
  await using app = await startWith({ after_upload: ['printf %s a;b'] }, { settings });
  const anna = await app.logIn();

  await anna.post(at('/a'), { body: 'a' });

  expect((await runsOf(app)).map(({ output }) => output)).toEqual(['a;b']);
});

test('no hook runs while commands are disabled', async () => {
  const off = { features: { ...features, exec: false } };
  await using app = await startWith(everywhere('false'), { config: off });
  const anna = await app.logIn();

  expect(failure(await anna.post(at('/a'), { body: 'a' }))).toEqual([200, undefined]);
  expect(failure(await anna.put(at('/a'), { body: 'b' }))).toEqual([200, undefined]);
  expect(await runsOf(app)).toEqual([]);
});

test('changed settings apply to the next operation', async () => {
  const log = join(outside, 'log');
  await using app = await startWith({});
  const anna = await app.logIn({ perm: { ...perm, admin: true } });
  await anna.post(at('/a'), { body: 'a' });
  const { commands, ...settings } = (await anna.get('/api/settings')).json<{ commands: object }>();
  const line = `sh -c 'printf %s "$TRIGGER" > ${log}'`;

  const changed = { ...settings, commands: { ...commands, after_save: [line] } };
  expect((await anna.put('/api/settings', { body: JSON.stringify(changed) })).status).toBe(200);
  await anna.put(at('/a'), { body: 'b' });

  expect(await readFile(log, 'utf8')).toBe('after_save');
});
