import { beforeAll, describe, expect, it } from 'vitest';
import { createAlbum } from './fixtures/album.ts';
import {
  downloadPath,
  createShare,
  passwordHeader,
  sharePath,
  tokenOf,
  visit,
} from './http/public-shares.ts';
import { inDatabase } from './server/in-database.ts';
import { useServer } from './server/use-server.ts';

const served = useServer();

beforeAll(() => createAlbum(served().server.root, 'album'));

describe('a token of a share', () => {
  it('opens that share alone, and is no session', async () => {
    const one = await createShare(served(), 'bob', '/album/', { password: 'one' });
    const other = await createShare(served(), 'bob', '/album/', { password: 'one' });
    const token = await tokenOf(served(), one.hash, 'one');
    expect(token).toMatch(/^[\w-]{128}$/);
    const ask = async (path: string, headers = {}) => (await visit(served(), path, headers)).status;
    expect(await ask(`${sharePath(one.hash)}?token=${token}`)).toBe(200);
    expect(await ask(`${sharePath(other.hash)}?token=${token}`)).toBe(401);
    expect(await ask('/api/resources/', { 'X-Auth': token })).toBe(401);
    expect(await ask('/api/resources/', { Cookie: `auth=${token}` })).toBe(401);
    for (const wrong of [
      token.slice(1),
      `${token}A`,
      flipped(token, 0),
      flipped(token, 70),
      flipped(token, 126),
      '',
    ]) {
      expect([wrong, await ask(`${sharePath(one.hash)}?token=${wrong}`)]).toEqual([wrong, 401]);
    }
    const session = await served().sessions.tokenOf('bob');
    expect(await ask(`${sharePath(one.hash)}?token=${session}`)).toBe(401);
    expect(await ask(sharePath(one.hash), { 'X-Auth': session })).toBe(401);
    expect(await ask(sharePath(one.hash), { 'X-SHARE-PASSWORD': token })).toBe(401);
  });

  it('is bound to the share and to its password, not only to the stored hash', async () => {
    const one = await createShare(served(), 'bob', '/album/', { password: 'one' });
    const other = await createShare(served(), 'bob', '/album/', { password: 'other' });
    const token = await tokenOf(served(), one.hash, 'one');
    const ask = async (hash: string) =>
      (await visit(served(), `${sharePath(hash)}?token=${token}`)).status;
    const copyPassword = (from: string, to: string) =>
      inDatabase(served().server, (database) =>
        database
          .prepare(
            'update share set passwordHash = (select passwordHash from share where hash = ?) where hash = ?',
          )
          .run(from, to),
      );
    const third = await createShare(served(), 'bob', '/album/', { password: 'third' });
    copyPassword(one.hash, other.hash);
    expect([await ask(one.hash), await ask(other.hash)]).toEqual([200, 401]);
    copyPassword(third.hash, one.hash);
    expect(await ask(one.hash)).toBe(401);
  });

  it('appears in no log, nor does a password or a whole share hash', async () => {
    const { hash } = await createShare(served(), 'bob', '/album/', { password: 'pass-in-no-log' });
    const token = await tokenOf(served(), hash, 'pass-in-no-log');
    await visit(served(), `${downloadPath(hash, '/notes.txt')}?token=${token}`);
    expect(served().server.output).not.toContain(token);
    await visit(served(), downloadPath(hash, '/none'), passwordHeader('another-in-no-log'));
    for (const secret of ['pass-in-no-log', 'another-in-no-log', hash]) {
      expect(served().server.output).not.toContain(secret);
    }
  });
});

function flipped(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
}
