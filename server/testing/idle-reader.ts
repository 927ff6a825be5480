import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TestApp } from './app.ts';

/**
 * Lets the app answer on a Unix socket, too, whose buffers are small. Returns a function that sends a GET request and reads only the
 * beginning of its reply; it resolves with the status.
 */
export function idleReadersOf({ server }: Pick<TestApp, 'server'>) {
  const folder = mkdtempSync(join(tmpdir(), 'filebrowser-idle-'));
  const path = join(folder, 'socket');
  const listener = createServer((socket) => server.emit('connection', socket)).listen(path);
  onTestFinished(() => {
    listener.close();
    rmSync(folder, { recursive: true });
  });
  return async (address: string, token?: string): Promise<number> => {
    const socket = connect(path);
    onTestFinished(() => void socket.destroy());
    const session = token === undefined ? '' : `X-Auth: ${token}\r\n`;
    socket.write(`GET ${address} HTTP/1.1\r\nHost: files\r\n${session}\r\n`);
    return new Promise((resolve, reject) => {
      socket.on('error', reject).once('readable', () => {
        const head = String(socket.read(12));
        socket.pause();
        resolve(Number(head.slice(-3)));
      });
    });
  };
}
