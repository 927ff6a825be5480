import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { namesIn, openStream } from '../../testing/event-stream.ts';
import { updateUser } from '../../metadata/users.ts';
import { transferUrl } from '#contract/transfers.ts';

const RULE = { regex: false, allow: false, path: '/docs/secret', regexp: { raw: '' } };

function write(app: TestApp, path: string, text = 'x'): Promise<void> {
  return writeFile(join(app.root, path), text);
}

test('a folder that is open gets the changes of other users and of other programs', async () => {
  await using app = await startTestApp({ files: { '/docs/a.txt': 'a', '/docs/sub/': '' } });
  const anna = await app.logIn();
  const bob = await app.logIn({ username: 'bob' });
  await using stream = await openStream(app, anna, ['/docs']);
  expect(stream.of('ready')).toMatchObject([{ folders: [{ folder: '/docs', watch: 'live' }] }]);
  const { modified } = (await anna.get('/api/resources/docs/')).json<{ modified: string }>();
  expect(stream.of('ready')[0]?.folders[0]?.modified).toBe(modified);

  await bob.post('/api/resources/docs/b.txt', { body: 'four' });
  await stream.until((each) => namesIn(each.of('folder')).includes('b.txt'));
  await write(app, 'docs/c.txt', 'by a shell');
  await stream.until((each) => namesIn(each.of('folder')).includes('c.txt'));
  const entries = stream.of('folder').flatMap((event) => ('all' in event ? [] : event.changed));
  expect(entries.findLast(({ name }) => name === 'b.txt')).toMatchObject({
    path: '/docs/b.txt',
    size: 4,
    type: 'text',
    isDir: false,
  });

  await rm(join(app.root, 'docs/a.txt'));
  await rename(join(app.root, 'docs/sub'), join(app.root, 'docs/other'));
  await stream.until((each) => {
    const gone = each.of('folder').flatMap((event) => ('all' in event ? [] : event.gone));
    return gone.includes('a.txt') && gone.includes('sub');
  });
  expect(namesIn(stream.of('folder'))).toContain('other');
});

test('an entry is sent as the listing shows it', async () => {
  await using app = await startTestApp({ files: { '/docs/film.srt': 's' } });
  const anna = await app.logIn({ scope: '/docs' });
  await using stream = await openStream(app, anna, ['/']);
  await write(app, 'docs/film.mkv', 'video');
  await mkdir(join(app.root, 'docs/new folder'));
  await symlink('film.mkv', join(app.root, 'docs/link'));
  await stream.until((each) => new Set(namesIn(each.of('folder'))).size === 3);
  const { items } = (await anna.get('/api/resources/')).json<{ items: { name: string }[] }>();
  const sent = stream.of('folder').flatMap((event) => ('all' in event ? [] : event.changed));
  for (const name of ['film.mkv', 'new folder', 'link'])
    expect(sent.findLast((entry) => entry.name === name)).toEqual(
      items.find((item) => item.name === name),
    );
});

test('names that the user may not see are never sent', async () => {
  const files = { '/docs/secret/s.txt': 's', '/docs/a.txt': 'a' };
  await using app = await startTestApp({ files });
  const anna = await app.logIn({ hideDotfiles: true, rules: [RULE] });
  await using stream = await openStream(app, anna, ['/docs', '/docs/secret', '/none']);
  expect(stream.of('ready')).toMatchObject([
    {
      folders: [
        { folder: '/docs', watch: 'live' },
        { folder: '/docs/secret', watch: 'unavailable' },
        { folder: '/none', watch: 'unavailable' },
      ],
    },
  ]);
  await write(app, 'docs/.hidden');
  await write(app, 'docs/.filebrowser-1.part');
  await write(app, 'docs/secret/t.txt');
  await rm(join(app.root, 'docs/.hidden'));
  await rename(join(app.root, 'docs/secret'), join(app.root, 'docs/moved'));
  await rename(join(app.root, 'docs/moved'), join(app.root, 'docs/secret'));
  await write(app, 'docs/last.txt');
  await stream.until((each) => namesIn(each.of('folder')).includes('last.txt'));
  expect(new Set(namesIn(stream.of('folder')))).toEqual(new Set(['moved', 'last.txt']));
  expect(JSON.stringify(stream.events.slice(1))).not.toMatch(/secret|hidden|part|"t\.txt/);
});

test('a rule that is added later counts for the next event', async () => {
  await using app = await startTestApp({ files: { '/docs/a.txt': 'a' } });
  const user = await app.addUser({ username: 'model' });
  const anna = await app.logIn({ username: 'anna' });
  await using stream = await openStream(app, anna, ['/docs']);
  const rules = [{ ...RULE, path: '/docs/late.txt' }];
  await app.db.write((tx) =>
    updateUser(tx, user.id + 1, { changes: { rules }, nowMs: Date.now() }),
  );
  await write(app, 'docs/late.txt');
  await write(app, 'docs/seen.txt');
  await stream.until((each) => namesIn(each.of('folder')).includes('seen.txt'));
  expect(namesIn(stream.of('folder'))).not.toContain('late.txt');
});

test('many changes at once become a request to list the folder anew', async () => {
  await using app = await startTestApp({ files: { '/docs/a.txt': 'a' } });
  const anna = await app.logIn();
  await using stream = await openStream(app, anna, ['/docs']);
  await Promise.all(Array.from({ length: 600 }, (_, n) => write(app, `docs/${n}.txt`)));
  await stream.until((each) => each.of('folder').some((event) => 'all' in event));
  expect(stream.of('folder').length).toBeLessThan(20);
});

test('a folder that is removed or renamed has to be listed anew, and a new one of its name is watched', async () => {
  await using app = await startTestApp({ files: { '/docs/a.txt': 'a' } });
  const anna = await app.logIn();
  await using stream = await openStream(app, anna, ['/docs']);
  const anew = () => stream.of('folder').filter((event) => 'all' in event).length;
  await rename(join(app.root, 'docs'), join(app.root, 'gone'));
  await stream.until(() => anew() > 0);
  await mkdir(join(app.root, 'docs'));
  await delay(1_500);
  await write(app, 'docs/new.txt');
  await stream.until(() => anew() > 1 || namesIn(stream.of('folder')).includes('new.txt'));

  const other = { action: 'rename', destination: '/b', override: false, rename: false } as const;
  const before = anew();
  expect((await anna.patch(transferUrl('/docs', other))).status).toBe(200);
  await stream.until(() => anew() > before);
});

test.for([
  ['log-out', (app: TestApp, token: string) => app.client(token).post('/api/logout')],
  ['deletion of the user', (app: TestApp) => app.db.write((tx) => tx.deleteFrom('user').execute())],
  [
    'expiry',
    (app: TestApp) =>
      app.db.write((tx) =>
        tx
          .updateTable('session')
          .set({ expiresAt: Date.now() - 1 })
          .execute(),
      ),
  ],
] as const)('the stream ends after the %s', async ([, end]) => {
  await using app = await startTestApp({ files: { '/a.txt': 'a' } });
  const anna = await app.logIn();
  await using stream = await openStream(app, anna, ['/']);
  await end(app, anna.token ?? '');
  await expect.poll(() => stream.hasEnded).toBe(true);
});

test('a stream needs a session, and a user has ten of them', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'a' } });
  expect((await openStream(app, app.visitor)).status).toBe(401);
  const anna = await app.logIn();
  const streams = await Promise.all(Array.from({ length: 10 }, () => openStream(app, anna)));
  expect((await openStream(app, anna)).status).toBe(429);
  const bob = await app.logIn({ username: 'bob' });
  await using others = await openStream(app, bob);
  expect(others.status).toBe(200);
  streams[0]?.close();
  await expect.poll(async () => (await openStream(app, anna)).status).toBe(200);
  const nine = Array.from({ length: 9 }, (_, n) => `folder=/${n}`).join('&');
  expect((await bob.get(`/api/events?${nine}`)).status).toBe(400);
  expect((await bob.get('/api/events?folder=a/../b')).status).toBe(400);
  expect((await bob.head('/api/events')).status).toBe(200);
});

test('a client that does not read costs no memory and gets the latest state', async () => {
  await using app = await startTestApp({ files: { '/docs/a.txt': 'a' } });
  const anna = await app.logIn();
  await using stream = await openStream(app, anna, ['/docs']);
  stream.pause();
  const name = (n: number) => `docs/${'long name '.repeat(20)}${n}.txt`;
  // More than the buffers of a connection hold, if each change were sent.
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(Array.from({ length: 400 }, (_, n) => write(app, name(n), `${round}`)));
    await delay(50);
  }
  await write(app, 'docs/last.txt');
  stream.resume();
  await stream.until((each) => {
    const events = each.of('folder');
    return events.some((event) => 'all' in event) || namesIn(events).includes('last.txt');
  });
  expect(stream.bytes).toBeLessThan(2_000_000);
});

test('a stopping server ends its streams', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'a' } });
  const anna = await app.logIn();
  await using stream = await openStream(app, anna, ['/']);
  await using again = await app.restart();
  await stream.until((each) => each.hasEnded);
  await using next = await openStream(again, again.client(anna.token), ['/']);
  expect(next.status).toBe(200);
});
