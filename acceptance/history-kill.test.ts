import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { repetitions } from './repetitions.ts';
import { useServer } from './server/use-server.ts';

const KILLS = repetitions({ usually: 3, soaking: 200 });

/** Time after an answer within which the history is on the disk. Milliseconds. */
const DURABLE_AFTER_MS = 300;

const served = useServer();

it(
  `what was answered is in the history after a kill, and can be undone, ${KILLS} times`,
  { timeout: 10_000 * (KILLS + 5) },
  async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const folder = `history-kill-${kill}`;
      const at = (name: string) => join(served().server.root, folder, name);
      mkdirSync(at('docs'), { recursive: true });
      for (const name of ['moved', 'copied', 'deleted', 'replaced']) writeFileSync(at(name), name);
      const url = (name: string) => `/api/resources/${folder}/${name}`;
      const to = (name: string) => `destination=${encodeURIComponent(`/${folder}/docs/${name}`)}`;
      await send('PATCH', `${url('moved')}?action=rename&${to('moved')}`);
      await send('PATCH', `${url('copied')}?action=copy&${to('copied')}`);
      await send('DELETE', url('deleted'));
      await send('POST', `${url('replaced')}?override=true`, 'new');
      await send('POST', `${url('created')}/`);
      await sleep(DURABLE_AFTER_MS);
      await served().server.kill();
      await served().server.resume();

      for (let action = 0; action < 5; action += 1) await send('POST', '/api/history/undo', '{}');
      expect(readFileSync(at('moved'), 'utf8')).toBe('moved');
      expect(existsSync(at('docs/copied'))).toBe(false);
      expect(readFileSync(at('deleted'), 'utf8')).toBe('deleted');
      expect(readFileSync(at('replaced'), 'utf8')).toBe('replaced');
      expect(existsSync(at('created'))).toBe(false);
    }
  },
);

async function send(method: string, path: string, body?: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const request = { method, path, headers, ...(body !== undefined && { body }) };
  const reply = await served().as('carol', request);
  expect(reply.status, `${method} ${path}: ${reply.body.toString()}`).toBeLessThan(300);
}
