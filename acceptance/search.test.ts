import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { header } from './http/send.ts';
import { useServer } from './server/use-server.ts';

interface Hit {
  readonly dir: boolean;
  readonly path: string;
  readonly url: string;
}

const served = useServer();
/** Changes on the disk are noticed after a short delay. */
const NOTICED = { timeout: 20_000, interval: 200 };
const searchPath = (folder: string, query: string) =>
  `/api/search/${folder}?query=${encodeURIComponent(query)}`;

async function find(username: string, folder: string, query: string): Promise<Hit[]> {
  const reply = await served().as(username, { path: searchPath(folder, query) });
  expect(reply.status).toBe(200);
  const lines = reply.body.toString().split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Hit);
}

async function pathsOf(username: string, folder: string, query: string): Promise<string[]> {
  return (await find(username, folder, query)).map(({ path }) => path);
}

/** Starts a search without reading its response. */
async function begin(username: string, path: string): Promise<IncomingMessage> {
  const { server, sessions } = served();
  const headers = { 'X-Auth': await sessions.tokenOf(username) };
  const sent = request({ host: '127.0.0.1', port: server.port, path, agent: false, headers });
  sent.end();
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  return reply;
}

const FOLDERS = 100;
const FILES = 1_000;

/** Creates folders with the same number of files, all with `needle` in their names. */
function makeHaystack(folder: string): void {
  for (let at = 0; at < FOLDERS; at += 1) {
    const inner = join(folder, `folder-${at}`);
    mkdirSync(inner, { recursive: true });
    for (let file = 0; file < FILES; file += 1) {
      writeFileSync(join(inner, `a needle in the haystack ${file}.txt`), '');
    }
  }
}

describe('a search', () => {
  it('finds nothing outside of the scope with any query', async () => {
    for (const query of ['', '.', 'secret', '"../"', '/', '..', '*', '%2e%2e', 'type:txt']) {
      const hits = await find('bob', '', query);
      for (const { path, url } of hits) {
        expect(path).not.toMatch(/(?:^|\/)\.\.(?:\/|$)/);
        expect(url.startsWith('/files/')).toBe(true);
        const shown = await served().as('bob', { path: url.replace('/files/', '/api/resources/') });
        expect([path, shown.status]).toEqual([path, 200]);
      }
    }
    for (const folder of ['../', '%2e%2e/', 'docs/../../', '..%2f']) {
      const reply = await served().as('bob', { path: searchPath(folder, 'a') });
      expect(reply.status).toBe(400);
    }
  });

  it('returns the address of each hit for any name', async () => {
    const names = ['new\nline', 'quote\'"', '100% <b>', '😀', 'a?b#c', 'back\\slash', '%2F'];
    const folder = join(served().server.root, 'bob/odd');
    mkdirSync(folder);
    for (const name of names) writeFileSync(join(folder, name), '');
    await expect
      .poll(async () => (await find('bob', 'odd', '')).length, NOTICED)
      .toBe(names.length);
    for (const name of names) {
      const [hit, ...others] = await find('bob', 'odd/', `"${name}"`);
      expect([hit?.path, others]).toEqual([name, []]);
      const resource = hit?.url.replace('/files/', '/api/resources/') ?? '';
      expect((await served().as('bob', { path: resource })).status).toBe(200);
    }
    rmSync(folder, { recursive: true });
  });

  it('finds items created, moved and removed through the server at once', async () => {
    const change = (method: string, path: string) => served().as('bob', { method, path });
    await change('POST', '/api/resources/fresh/');
    await change('POST', '/api/resources/fresh/newborn.txt');
    expect(await pathsOf('bob', '', 'newborn')).toEqual(['fresh/newborn.txt']);
    await change('PATCH', '/api/resources/fresh?action=rename&destination=%2Fstale');
    expect(await pathsOf('bob', '', 'newborn')).toEqual(['stale/newborn.txt']);
    await change('DELETE', '/api/resources/stale');
    expect(await pathsOf('bob', '', 'newborn')).toEqual([]);
  });

  it('never returns items that were moved or removed on the disk', async () => {
    const folder = join(served().server.root, 'bob/volatile');
    mkdirSync(folder);
    writeFileSync(join(folder, 'mayfly.txt'), '');
    await expect.poll(() => pathsOf('bob', '', 'mayfly'), NOTICED).toEqual(['volatile/mayfly.txt']);
    renameSync(join(folder, 'mayfly.txt'), join(folder, 'butterfly.txt'));
    expect(await pathsOf('bob', '', 'mayfly')).toEqual([]);
    await expect
      .poll(() => pathsOf('bob', '', 'butterfly'), NOTICED)
      .toEqual(['volatile/butterfly.txt']);
    rmSync(folder, { recursive: true });
    expect(await pathsOf('bob', '', 'butterfly')).toEqual([]);
  });

  it('refuses queries that only cost time, with a reason', async () => {
    const long = await served().as('bob', { path: searchPath('', 'x'.repeat(2_000)) });
    expect([long.status, long.body.toString()]).toEqual([
      400,
      '400 Bad Request (more than 1024 characters)\n',
    ]);
    // As a regular expression, this one would never finish.
    expect(await find('carol', '', `${'(a+)+'.repeat(100)}$`)).toEqual([]);
  });

  it('is one JSON array for clients that accept only JSON', async () => {
    const reply = await served().as('bob', {
      path: searchPath('', 'b.txt'),
      headers: { Accept: 'application/json' },
    });
    expect(header(reply, 'content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.parse(reply.body.toString())).toEqual([
      { dir: false, path: 'docs/b.txt', url: '/files/docs/b.txt' },
    ]);
  });
});

describe('a search with a hundred thousand hits', () => {
  const needles = searchPath('many/', 'needle');

  beforeAll(async () => {
    makeHaystack(join(served().server.root, 'many'));
    // The files were created on the disk, so the counts are complete only after the index has noticed them.
    while ((await find('carol', 'many/', 'needle')).length < FOLDERS * FILES) await sleep(500);
  }, 120_000);

  it('returns the first ones long before the search ends', async () => {
    const reply = await begin('carol', needles);
    let lines = 0;
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      if (lines === 0) {
        expect(chunk.toString()).toContain('needle');
        await sleep(500);
        expect(reply.complete).toBe(false);
      }
      lines += newlinesIn(chunk);
    }
    expect(lines).toBe(FOLDERS * FILES);
  });

  it('delays no other user, and ends when its client disconnects', async () => {
    const stalled = await Promise.all([begin('carol', needles), begin('carol', needles)]);
    expect(await pathsOf('bob', '', 'b.txt')).toEqual(['docs/b.txt']);

    const third = begin('carol', needles);
    const isWaiting = await Promise.race([third.then(() => false), sleep(500, true)]);
    expect(isWaiting).toBe(true);
    for (const reply of stalled) reply.destroy();
    const answered = await third;
    expect(answered.statusCode).toBe(200);
    answered.destroy();

    // Both slots are free again, so the abandoned searches have ended.
    const further = await Promise.all([begin('carol', needles), begin('carol', needles)]);
    expect(further.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    for (const reply of further) reply.destroy();
  });
});

function newlinesIn(chunk: Buffer): number {
  return chunk.toString('latin1').split('\n').length - 1;
}
