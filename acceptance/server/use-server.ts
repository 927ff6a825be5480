import { afterAll, beforeAll, inject } from 'vitest';
import { send, type Call, type Reply } from '../http/send.ts';
import { Sessions } from '../http/session.ts';
import { RunningServer } from './running-server.ts';
import type { Storage } from './storage.ts';

interface Options {
  readonly setup?: string;
  readonly flags?: readonly string[];
  readonly storage?: Storage;
}

export interface Served {
  readonly server: RunningServer;
  readonly sessions: Sessions;
  /** Sends a call with the session of a user of the setup, or without one. */
  as(username: string | undefined, call: Call): Promise<Reply>;
}

/** Starts one server for all tests of the surrounding block. */
export function useServer(options: Options = {}): () => Served {
  let served: Served | undefined;
  beforeAll(async () => {
    const server = await RunningServer.start({ scratch: inject('scratch'), ...options });
    const sessions = new Sessions(server);
    served = {
      server,
      sessions,
      async as(username, call) {
        const own = username === undefined ? {} : { 'X-Auth': await sessions.tokenOf(username) };
        return send(server.port, { ...call, headers: { ...own, ...call.headers } });
      },
    };
  });
  afterAll(() => served?.server.stop());
  return () => {
    if (served === undefined) throw new Error('the server has not started');
    return served;
  };
}
