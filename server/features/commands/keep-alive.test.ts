import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { keepAlive } from './keep-alive.ts';

const EVERY_MS = 50;

/** Both ends of one connection. */
async function connected(autoPong: boolean) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const client = new WebSocket(`ws://127.0.0.1:${port}`, { autoPong });
  onTestFinished(() => client.terminate());
  const [near] = (await once(server, 'connection')) as [WebSocket];
  return { near, client };
}

test('keeps an idle connection whose client answers', async () => {
  const { near } = await connected(true);
  keepAlive(near, EVERY_MS);
  await delay(8 * EVERY_MS);
  expect(near.readyState).toBe(WebSocket.OPEN);
});

test('closes a connection without signs of its client', async () => {
  const { near } = await connected(false);
  keepAlive(near, EVERY_MS);
  const [code] = (await once(near, 'close')) as [number];
  expect(code).toBe(1006);
});

test('regards accepted data as a sign', async () => {
  const { near } = await connected(false);
  const { noteSign } = keepAlive(near, EVERY_MS);
  const taking = setInterval(noteSign, EVERY_MS / 2);
  await delay(8 * EVERY_MS);
  expect(near.readyState).toBe(WebSocket.OPEN);
  clearInterval(taking);
  await once(near, 'close');
});
