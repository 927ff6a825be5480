import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** A request whose body is sent in pieces, or never completed. */
export interface OpenRequest {
  /** Sends bytes of the body. Resolves when they are sent, or when the connection is broken. */
  send(bytes: string | Buffer): Promise<void>;
  end(): void;
  /** Breaks the connection. */
  breakOff(): void;
  /** Status of the response, or undefined if the connection broke before it. */
  readonly status: Promise<number | undefined>;
}

/** Opens a request. Without a Content-Length header, the body is sent in chunks. */
export function openRequest(
  method: string,
  url: string,
  headers: Readonly<Record<string, string | number>>,
): OpenRequest {
  const agent = new Agent({ keepAlive: false });
  const asked = request(url, { method, headers, agent });
  asked.flushHeaders();
  return {
    status: statusOf(asked),
    send: (bytes) =>
      new Promise((resolve) => {
        if (asked.destroyed) return resolve();
        asked.once('close', resolve);
        asked.write(bytes, () => {
          asked.off('close', resolve);
          resolve();
        });
      }),
    end: () => void asked.end(),
    breakOff: () => void asked.destroy(),
  };
}

function statusOf(asked: ClientRequest): Promise<number | undefined> {
  return new Promise((resolve) => {
    asked.on('response', (response) => {
      response.resume().on('error', () => undefined);
      resolve(response.statusCode);
    });
    asked.on('error', () => resolve(undefined));
    asked.on('close', () => resolve(undefined));
  });
}

/** Waits until a condition holds. */
export async function until(
  happened: () => Promise<boolean> | boolean,
  withinMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await happened())) {
    if (performance.now() > deadline) throw new Error('it did not happen in time');
    await delay(25);
  }
}
