import { beforeAll, describe, expect, inject, it } from 'vitest';
import { onDisk, unpacked } from './archives/unpacked.ts';
import { downloadPath, passwordHeader, visit } from './http/public-shares.ts';
import { header, send } from './http/send.ts';
import { sharePhotos } from './http/shared-photos.ts';
import { useServer } from './server/use-server.ts';

const served = useServer();

/** The Content-Type by extension, and the programs that unpack the archive after decompression. */
const FORMATS = [
  ['zip', '.zip', undefined],
  ['tar', '.tar', 'none'],
  ['targz', '.tar.gz', 'gzip'],
  ['tarbz2', '.tar.bz2', 'bzip2'],
  ['tarxz', '.tar.xz', 'xz'],
  ['tarlz4', '.tar.lz4', 'lz4'],
  ['tarsz', '.tar.sz', 'snappy'],
  ['tarbr', '.tar.br', 'brotli'],
  ['tarzst', '.tar.zst', 'zstd'],
] as const;

let folder = '';
let open = '';
let locked = '';
let token = '';

beforeAll(async () => {
  ({ folder, open, locked, token } = await sharePhotos(served()));
});

describe('the archive of a shared folder', () => {
  it.each(FORMATS)(
    'as %s contains the folder after unpacking',
    async (algo, extension, compression) => {
      const reply = await visit(served(), `${downloadPath(open, '/')}?algo=${algo}`);
      expect(reply.status).toBe(200);
      expect(header(reply, 'content-disposition')).toBe(
        `attachment; filename*=utf-8''photos%20of%20%C3%BC${extension}`,
      );
      expect(unpacked(reply.body, compression, inject('scratch'))).toEqual(onDisk(folder));
    },
  );

  it.each(FORMATS)(
    'as %s contains the selection, with a token',
    async (algo, _extension, compression) => {
      const files = encodeURIComponent(['a.txt', 'sub'].map(encodeURIComponent).join(','));
      const path = `${downloadPath(locked, '/')}?files=${files}&algo=${algo}&token=${token}`;
      const reply = await visit(served(), path);
      expect(reply.status).toBe(200);
      const wanted = Object.entries(onDisk(folder)).filter(
        ([name]) => name === 'a.txt' || name.startsWith('sub'),
      );
      expect(unpacked(reply.body, compression, inject('scratch'))).toEqual(
        Object.fromEntries(wanted),
      );
    },
  );

  it('resolves the selection relative to the shown folder', async () => {
    const path = `${downloadPath(open, '/sub')}?files=deeper%2Cpage.html&algo=tar`;
    const reply = await visit(served(), path);
    expect(Object.keys(unpacked(reply.body, 'none', inject('scratch'))).toSorted()).toEqual([
      'deeper/',
      'deeper/über 100%.txt',
      'page.html',
    ]);
  });

  it('accepts a selection that is too long for an address, with the password in a header', async () => {
    const body = JSON.stringify({ folder: '/sub', names: ['новый 😀.txt', 'page.html'] });
    const headers = passwordHeader('p');
    const kept = await send(served().server.port, {
      method: 'POST',
      path: `/api/public/selections/${locked}`,
      headers,
      body,
    });
    expect(kept.status).toBe(200);
    const { id } = JSON.parse(kept.body.toString()) as { readonly id: string };
    const path = `${downloadPath(locked, '/sub')}?selection=${id}&algo=tarzst&token=${token}`;
    const found = unpacked((await visit(served(), path)).body, 'zstd', inject('scratch'));
    expect(Object.keys(found).toSorted()).toEqual(['page.html', 'новый 😀.txt']);
  });

  it('is refused in an unknown format', async () => {
    expect((await visit(served(), `${downloadPath(open, '/')}?algo=rar`)).status).toBe(400);
  });

  it('reports the length of a zip in advance, also to a HEAD', async () => {
    const path = `${downloadPath(open, '/')}?algo=zip`;
    const { body } = await visit(served(), path);
    const head = await send(served().server.port, { method: 'HEAD', path });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(Number(header(head, 'content-length'))).toBe(body.length);
  });
});
