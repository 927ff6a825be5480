import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { until } from '../testing/open-request.ts';

/** More than a connection takes without a reader. */
const LARGE = 'x'.repeat(8 * 1024 * 1024);

const ASKED_AT_ONCE = 'GET /api/raw/video.bin HTTP/1.1\r\nHost: files\r\nX-Auth: ';

test('of pipelined downloads, one has its file open, and none after the connection is cut', async () => {
  await using app = await startTestApp({ files: { '/video.bin': LARGE } });
  const { token } = await app.logIn();
  const isOpen = () => openFiles().filter((file) => file === `${app.root}/video.bin`).length;

  const connection = connectTo(app);
  connection.write(`${ASKED_AT_ONCE}${token}\r\n\r\n`.repeat(8));
  await until(() => isOpen() > 0);
  await delay(100);
  expect(isOpen()).toBe(1);
  connection.destroy();

  await until(() => isOpen() === 0);
  expect(isOpen()).toBe(0);
});

test('pipelined requests are answered in order, with their bodies', async () => {
  await using app = await startTestApp({ files: { '/video.bin': LARGE } });
  const anna = await app.logIn();
  const connection = connectTo(app);
  const head = `HTTP/1.1\r\nHost: files\r\nX-Auth: ${anna.token}\r\n`;

  connection.write(
    `GET /api/raw/video.bin ${head}\r\n` +
      `POST /api/resources/a.txt ${head}Content-Length: 3\r\n\r\none` +
      `GET /api/raw/a.txt ${head}Connection: close\r\n\r\n`,
  );
  const answers = await text(connection);

  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(3).fill('HTTP/1.1 200'));
  expect(answers.length).toBeGreaterThan(LARGE.length);
  expect(answers.endsWith('\r\n\r\none')).toBe(true);
});

test('a connection on which hundreds of requests wait is cut', async () => {
  await using app = await startTestApp({ files: { '/video.bin': LARGE } });
  const anna = await app.logIn();
  const connection = connectTo(app);
  const isCut = new Promise((resolve) => connection.on('error', resolve).once('close', resolve));

  connection.pause().write(`${ASKED_AT_ONCE}${anna.token}\r\n\r\n`.repeat(300));
  connection.resume();

  await isCut;
  expect((await anna.get('/api/resources/')).status).toBe(200);
});

function connectTo({ url }: TestApp) {
  return connect(Number(new URL(url).port), '127.0.0.1');
}

function openFiles(): string[] {
  return readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return ''; // the one the list was read with
    }
  });
}
