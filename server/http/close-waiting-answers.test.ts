import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { until } from '../testing/open-request.ts';

/** More than a connection takes without a reader. */
const LARGE = 'x'.repeat(8 * 1024 * 1024);

test('files of downloads that waited in line are closed when their connection is cut', async () => {
  await using app = await startTestApp({ files: { '/film.bin': LARGE } });
  const { token } = await app.signIn();
  const isOpen = () => openFiles().filter((file) => file === `${app.root}/film.bin`).length;

  const connection = connect(Number(new URL(app.url).port), '127.0.0.1');
  connection.write(
    `GET /api/raw/film.bin HTTP/1.1\r\nHost: files\r\nX-Auth: ${token}\r\n\r\n`.repeat(8),
  );
  await until(() => isOpen() === 8);
  await delay(100);
  connection.destroy();

  await until(() => isOpen() === 0);
  expect(isOpen()).toBe(0);
});

function openFiles(): string[] {
  return readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return ''; // the one the list was read with
    }
  });
}
