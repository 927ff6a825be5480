import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { downloadPath, sharesOf, createShare, sharePath, visit } from './http/public-shares.ts';
import type { Reply } from './http/send.ts';
import { useServer } from './server/use-server.ts';

const served = useServer();

const parsed = ({ body }: Reply): unknown => JSON.parse(body.toString());
const ask = (username: string | undefined, path: string, method = 'GET') =>
  served().as(username, { method, path });

describe('a share and its item', () => {
  const patch = (from: string, action: 'copy' | 'rename', to: string, more = '') =>
    served().as('bob', {
      method: 'PATCH',
      // The destination is encoded once as a path, then again as a parameter.
      path: `/api/resources${encodeURI(from)}?action=${action}&destination=${encodeURIComponent(encodeURI(to))}${more}`,
    });
  const write = (path: string, contents: string) => {
    const file = join(served().server.root, 'bob', path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, contents);
  };
  const read = async (hash: string, below = '') => {
    const reply = await visit(served(), downloadPath(hash, below));
    return reply.status === 200 ? reply.body.toString() : reply.status;
  };
  const outcomeOf = async (hash: string) =>
    (await sharesOf(served(), 'bob')).find((link) => link.hash === hash);

  it('stay together when the item is renamed and moved', async () => {
    write('move/one.txt', 'one');
    const { hash } = await createShare(served(), 'bob', '/move/one.txt');
    expect((await patch('/move/one.txt', 'rename', '/move/two, 100%.txt')).status).toBe(200);
    expect(await read(hash)).toBe('one');
    expect((await patch('/move/two, 100%.txt', 'rename', '/docs/ö/two.txt')).status).toBe(200);
    expect(await read(hash)).toBe('one');
    expect(await outcomeOf(hash)).toMatchObject({ path: '/docs/ö/two.txt', state: 'live' });
  });

  it('stay together when a parent folder is moved; similar names are unaffected', async () => {
    write('above/in/deep.txt', 'deep');
    write('above2/in/deep.txt', 'other');
    const deep = await createShare(served(), 'bob', '/above/in/deep.txt');
    const folder = await createShare(served(), 'bob', '/above/in/');
    const other = await createShare(served(), 'bob', '/above2/in/deep.txt');
    await patch('/above', 'rename', '/elsewhere');
    expect([
      await read(deep.hash),
      await read(folder.hash, '/deep.txt'),
      await read(other.hash),
    ]).toEqual(['deep', 'deep', 'other']);
    expect((await outcomeOf(folder.hash))?.path).toBe('/elsewhere/in/');
  });

  it('are separated when the item is deleted, and a new item of that name does not revive the share', async () => {
    write('gone/file.txt', 'first');
    const file = await createShare(served(), 'bob', '/gone/file.txt');
    const folder = await createShare(served(), 'bob', '/gone/');
    const carols = await createShare(served(), 'carol', '/bob/gone/');
    expect((await ask('bob', '/api/resources/gone/', 'DELETE')).status).toBe(204);
    write('gone/file.txt', 'second');
    for (const { hash } of [file, folder, carols]) {
      expect((await visit(served(), sharePath(hash))).status).toBe(404);
      expect(await outcomeOf(hash)).toBeUndefined();
    }
    expect(await sharesOf(served(), 'carol')).toEqual([]);
  });

  it('are not copied: a copy has no share, and the original keeps it', async () => {
    write('copy/a.txt', 'a');
    const { hash } = await createShare(served(), 'bob', '/copy/a.txt');
    await patch('/copy/a.txt', 'copy', '/copy/b.txt');
    expect((await outcomeOf(hash))?.path).toBe('/copy/a.txt');
    expect(parsed(await ask('bob', '/api/share/copy/b.txt'))).toEqual([]);
  });

  it('stay together when the contents are replaced in any way', async () => {
    write('replace/a.txt', 'old');
    write('replace/source.txt', 'copied over');
    const { hash } = await createShare(served(), 'bob', '/replace/a.txt');
    const call = (method: string, query: string, body: string) =>
      served().as('bob', { method, path: `/api/resources/replace/a.txt${query}`, body });
    await call('PUT', '', 'saved');
    expect(await read(hash)).toBe('saved');
    await call('POST', '?override=true', 'uploaded');
    expect(await read(hash)).toBe('uploaded');
    await patch('/replace/source.txt', 'copy', '/replace/a.txt', '&override=true');
    expect(await read(hash)).toBe('copied over');
    await upload('/replace/a.txt', 'resumable');
    expect(await read(hash)).toBe('resumable');
    expect(await outcomeOf(hash)).toMatchObject({ state: 'live' });
  });

  it('are separated when another item replaces it, which brings its own shares', async () => {
    write('over/a.txt', 'a');
    write('over/b.txt', 'b');
    const a = await createShare(served(), 'bob', '/over/a.txt');
    const b = await createShare(served(), 'bob', '/over/b.txt');
    await patch('/over/b.txt', 'rename', '/over/a.txt', '&override=true');
    expect(await read(b.hash)).toBe('b');
    expect(await read(a.hash)).toBe(404);
  });

  it('are separated by changes outside of the server until the owner confirms', async () => {
    const file = join(served().server.root, 'bob/outside.txt');
    writeFileSync(file, 'first');
    const { hash } = await createShare(served(), 'bob', '/outside.txt');
    renameSync(file, `${file}.bak`);
    expect([await read(hash), (await outcomeOf(hash))?.state]).toEqual([404, 'gone']);
    const adopt = (username: string) => ask(username, `/api/links/${hash}/adopt`, 'POST');
    expect((await adopt('bob')).status).toBe(404);
    writeFileSync(file, 'second');
    expect([await read(hash), (await outcomeOf(hash))?.state]).toEqual([404, 'replaced']);
    expect((await adopt('carol')).status).toBe(403);
    expect(await read(hash)).toBe(404);
    expect(parsed(await adopt('bob'))).toMatchObject({ hash, state: 'live' });
    expect(await read(hash)).toBe('second');
    rmSync(`${file}.bak`);
  });

  it(
    'are consistent after every response to an operation on the item',
    { timeout: 60_000 },
    async () => {
      write('busy/a.txt', 'a');
      const file = await createShare(served(), 'bob', '/busy/a.txt');
      const folder = await createShare(served(), 'bob', '/busy/');
      const paths = [sharePath(file.hash), downloadPath(file.hash), sharePath(folder.hash)];
      const inBetween = new Set<number>();
      let isBusy = true;
      const watching = paths.map(async (path) => {
        while (isBusy) inBetween.add((await visit(served(), path)).status);
      });
      const save = (body: string) =>
        served().as('bob', { method: 'PUT', path: '/api/resources/busy2/b.txt', body });
      for (let round = 0; round < 10; round += 1) {
        for (const operation of [
          () => patch('/busy', 'rename', '/busy2'),
          () => patch('/busy2/a.txt', 'rename', '/busy2/b.txt'),
          () => save(`${round}`),
          () => patch('/busy2/b.txt', 'rename', '/busy2/a.txt'),
          () => patch('/busy2', 'rename', '/busy'),
        ]) {
          expect((await operation()).status).toBeLessThan(300);
          const visits = await Promise.all(paths.map((path) => visit(served(), path)));
          expect(visits.map(({ status }) => status)).toEqual([200, 200, 200]);
        }
      }
      isBusy = false;
      await Promise.all(watching);
      // A visitor admitted just before the move may have looked at the old path.
      expect([...inBetween].filter((status) => status !== 200 && status !== 404)).toEqual([]);
      expect(await read(file.hash)).toBe('9');
    },
  );

  it('stay together over a restart', async () => {
    write('restart/a.txt', 'a');
    const file = await createShare(served(), 'bob', '/restart/a.txt');
    const folder = await createShare(served(), 'bob', '/restart/');
    await served().server.kill();
    await served().server.resume();
    expect([await read(file.hash), await read(folder.hash, '/a.txt')]).toEqual(['a', 'a']);
  });

  it('stay together through a symlink, until that is deleted', async () => {
    const make = (path: string) => createShare(served(), 'carol', path);
    const { hash } = await make('/links/in-file');
    const target = await make('/links/real.txt');
    expect(await read(hash)).toBe('real\n');
    const remove = await served().as('carol', {
      method: 'DELETE',
      path: '/api/resources/links/in-file',
    });
    expect(remove.status).toBe(204);
    expect([await read(hash), await read(target.hash)]).toEqual([404, 'real\n']);
    expect(existsSync(join(served().server.root, 'links/real.txt'))).toBe(true);
  });

  async function upload(path: string, contents: string): Promise<void> {
    const headers = { 'Upload-Length': `${contents.length}` };
    const created = await served().as('bob', {
      method: 'POST',
      path: `/api/tus${path}?override=true`,
      headers,
    });
    expect(created.status).toBe(201);
    const sent = await served().as('bob', {
      method: 'PATCH',
      path: `/api/tus${path}`,
      headers: { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
      body: contents,
    });
    expect(sent.status).toBe(204);
  }
});
