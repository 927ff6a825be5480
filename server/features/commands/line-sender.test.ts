import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { LineSender } from './line-sender.ts';

test('many short lines leave the server time for others, and come in their order', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  onTestFinished(() => client.terminate());
  const received: string[] = [];
  client.on('message', (data: Buffer) => received.push(data.toString()));
  const [near] = (await once(server, 'connection')) as [WebSocket];

  const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}`);
  const sender = new LineSender(near, () => undefined);
  let isSent = false;
  const sending = Promise.all([sender.send(lines), sender.send(['the last'])]).then(() => {
    isSent = true;
  });
  let turns = 0;
  const acquireSlot = (): void => {
    turns += 1;
    if (!isSent) setImmediate(acquireSlot);
  };
  setImmediate(acquireSlot);
  await sending;
  await sender.drained();
  expect(turns).toBeGreaterThan(100);
  await expect.poll(() => received.length).toBe(20_001);
  expect(received).toEqual([...lines, 'the last']);
});
