import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { temporaryFolder } from './engines.ts';
import { freePort } from './free-port.ts';

const EXAMPLE = fileURLToPath(new URL('../../packaging/cluster/haproxy.cfg', import.meta.url));
/** Names of the servers in the configuration. */
const NAMES = ['one', 'two', 'three'];
/** The PATH of an ordinary user does not lead to servers. */
const ENVIRONMENT = { PATH: `${process.env['PATH']}:/usr/sbin` };

/** Returns why tests behind HAProxy are skipped; undefined if they are not. With CI=true, that is a failure. */
export function missingHaproxy(): string | undefined {
  if (spawnSync('haproxy', ['-v'], { env: ENVIRONMENT }).status === 0) return undefined;
  if (process.env['CI'] === 'true') throw new Error('HAProxy is not installed');
  return 'HAProxy is not installed';
}

/**
 * Starts HAProxy with the configuration of `packaging/cluster` in front of two or three servers on these ports of 127.0.0.1. Ends it after the
 * test. Returns its address.
 */
export async function startHaproxy(ports: readonly number[]): Promise<string> {
  const port = await freePort();
  const file = join(temporaryFolder(), 'haproxy.cfg');
  const text = readFileSync(EXAMPLE, 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(/^ {2}server (\w+) filebrowser-\w+:80(.*)$/gm, (_, name: string, rest: string) => {
      const served = ports[NAMES.indexOf(name)];
      return served === undefined ? '' : `  server ${name} 127.0.0.1:${served}${rest}`;
    });
  writeFileSync(file, text);
  const child = spawn('haproxy', ['-f', file, '-db'], { env: ENVIRONMENT, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await vi.waitUntil(() => fetch(url).then(Boolean, () => false), { timeout: 10_000 });
  return url;
}
