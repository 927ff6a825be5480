import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { until } from '../testing/open-request.ts';

/** As large a text as the page offers for reading; quotes are two characters in JSON. */
const LARGE_TEXT = '"'.repeat(10_000_000);

test('somebody who asks for many texts and reads none fills neither the memory nor what others have of it', async () => {
  await using app = await startTestApp({ files: { '/large.txt': LARGE_TEXT } });
  const who = await app.signIn();
  const status = async () => (await who.head('/api/resources/large.txt')).status;

  const idle = Array.from({ length: 12 }, () => {
    const connection = connect(Number(new URL(app.url).port), '127.0.0.1').pause();
    connection.write(
      `GET /api/resources/large.txt HTTP/1.1\r\nHost: files\r\nX-Auth: ${who.token}\r\n\r\n`,
    );
    return connection;
  });
  await until(async () => (await status()) === 429, 20_000);
  const another = await app.signIn({ username: 'another' });
  expect((await another.get('/api/resources/large.txt')).status).toBe(200);
  for (const connection of idle) connection.destroy();

  await delay(100);
  await until(async () => (await status()) === 200);
  expect((await who.get('/api/resources/large.txt')).status).toBe(200);
}, 60_000);
