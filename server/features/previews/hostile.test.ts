import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, WATCHING } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { factsOf, quarteredPicture } from '../../testing/pictures.ts';

const TOKEN = 'a-token-for-the-monitor';
const AS_MONITOR = { authorization: `Bearer ${TOKEN}` };

let app: TestApp;
let anna: Client;

beforeAll(async () => {
  app = await startTestApp({ config: { watching: { ...WATCHING, monitorToken: TOKEN } } });
  anna = await app.logIn();
});
afterAll(() => app[Symbol.asyncDispose]());

const put = (name: string, bytes: Uint8Array | string) => writeFile(join(app.root, name), bytes);
const thumb = (name: string) => anna.get(`/api/preview/thumb/${name}?inline=true`);

test.each([
  ['30,000 × 30,000', 30_000, 30_000],
  ['10,001 × 1', 10_001, 1],
  ['a width beyond all numbers', 0x7fff_ffff, 1],
])('a picture of %s pixels is refused as too large, from its first bytes', async (_, w, h) => {
  await put('bomb.png', pngOfZeros(w, h, { rows: 1 }));
  expect((await thumb('bomb.png')).status).toBe(413);
});

test('the largest picture that is allowed is shown', async () => {
  await put('most.png', pngOfZeros(10_000, 10_000, { rows: 10_000 }));
  const reply = await thumb('most.png');
  expect(reply.status).toBe(200);
  expect(await factsOf(reply.bytes)).toMatchObject({ width: 256, height: 256 });
});

test.each([
  ['empty', Buffer.alloc(0)],
  ['a text', Buffer.from('this is no picture')],
  ['a page', Buffer.from('<html><svg></svg><script>alert(1)</script></html>')],
  ['the beginning of a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['a PNG of nothing', pngOfZeros(0, 0, { rows: 0 })],
  ['a PNG whose pixels are noise', pngOfZeros(64, 64, { rows: 0, tail: Buffer.from('noise') })],
  ['the beginning of a JPEG', Buffer.from('ffd8ffe000104a46', 'hex')],
  ['a JPEG of segments without end', Buffer.from(`ffd8${'ffe10002'.repeat(5_000)}`, 'hex')],
  ['a TIFF that points to itself', Buffer.from('49492a0008000000ffff0001', 'hex')],
  ['a WebP without pixels', Buffer.from('RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0', 'latin1')],
  [
    'a HEIC of boxes in boxes',
    Buffer.from(
      `00000018${hex('ftypheic')}${'0'.repeat(24)}${`00000008${hex('free')}`.repeat(200)}`,
      'hex',
    ),
  ],
])('%s is no picture: 415, and the next one is shown', async (_, bytes) => {
  for (const name of ['odd.png', 'odd.jpg', 'odd.heic']) {
    await put(name, bytes);
    expect((await thumb(name)).status).toBe(415);
  }
  await put('good.png', await quarteredPicture(30, 30).png().toBuffer());
  expect((await thumb('good.png')).status).toBe(200);
});

test('a truncated photo is shown as far as possible', async () => {
  const whole = await quarteredPicture(800, 600).jpeg({ quality: 95 }).toBuffer();
  await put('cut.jpg', whole.subarray(0, Math.floor(whole.length / 2)));
  const reply = await thumb('cut.jpg');
  expect(reply.status).toBe(200);
  expect(await factsOf(reply.bytes)).toMatchObject({ format: 'jpeg', width: 256, height: 256 });
});

test('an animation of 10,000 frames is shown by its first', async () => {
  const frame = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#d22' } })
    .gif()
    .toBuffer();
  await put('many.gif', gifOf(frame, 10_000));
  const reply = await thumb('many.gif');
  expect(await factsOf(reply.bytes)).toMatchObject({ format: 'jpeg', width: 256, pages: 1 });
});

test('images with random changes are shown or refused, and the server continues', async () => {
  const originals = [
    await quarteredPicture(90, 70).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    await quarteredPicture(90, 70).png().toBuffer(),
    await quarteredPicture(90, 70).webp({ lossless: true }).toBuffer(),
    await quarteredPicture(90, 70).tiff().toBuffer(),
    await quarteredPicture(90, 70).gif().toBuffer(),
    await quarteredPicture(90, 70).avif({ effort: 0 }).toBuffer(),
  ];
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 0x7fff_ffff;
    return seed % below;
  };
  for (let round = 0; round < 60; round += 1) {
    const bytes = Buffer.from(originals[round % originals.length] ?? []);
    for (let change = 0; change < 8; change += 1) bytes[random(bytes.length)] = random(256);
    const name = `changed-${round}.png`;
    await put(name, bytes.subarray(0, bytes.length - random(40)));
    expect([200, 413, 415]).toContain((await thumb(name)).status);
    expect((await anna.get(`/api/resources/${name}`)).status).toBe(200);
  }
});

test('an undecodable image is not tried again until the file changes', async () => {
  await put('once.png', pngOfZeros(9_000, 9_000, { rows: 0, tail: Buffer.from('x') }));
  const before = await failedAttempts();
  for (let n = 0; n < 20; n += 1) expect((await thumb('once.png')).status).toBe(415);
  expect(await failedAttempts()).toBe(before + 1);
  await put('once.png', await quarteredPicture(30, 30).png().toBuffer());
  expect((await thumb('once.png')).status).toBe(200);
});

/** Returns how often the server has tried to decode a picture in vain. */
async function failedAttempts(): Promise<number> {
  const { text } = await app.visitor.get('/metrics', { headers: AS_MONITOR });
  return Number(/^filebrowser_previews_total\{how="failed"\} (\d+)$/m.exec(text)?.[1]);
}

function hex(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex');
}

/** Returns a PNG with an announced size, and this number of rows with one bit per pixel. */
function pngOfZeros(
  width: number,
  height: number,
  { rows, tail = Buffer.alloc(0) }: { rows: number; tail?: Buffer },
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const row = 1 + Math.ceil(width / 8);
  const pixels = rows > 1 || width < 100_000 ? deflateSync(Buffer.alloc(row * rows)) : tail;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat([tail, pixels])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Repeats the only frame of a GIF this many times. */
function gifOf(single: Buffer, frames: number): Buffer {
  const colours = (3 << ((single[10] ?? 0) & 7)) << 1;
  const begin = 13 + ((single[10] ?? 0) & 0x80 ? colours : 0);
  const frame = single.subarray(begin, single.length - 1);
  return Buffer.concat([single.subarray(0, begin), ...Array(frames).fill(frame), Buffer.from(';')]);
}
