import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { HAPROXY_ENVIRONMENT, haproxyConfig } from '../../scripts/lib/haproxy-config.mjs';
import { temporaryFolder } from './engines.ts';
import { freePort } from './free-port.ts';

/** Returns why tests behind HAProxy are skipped; undefined if they are not. With CI=true, that is a failure. */
export function missingHaproxy(): string | undefined {
  if (spawnSync('haproxy', ['-v'], { env: HAPROXY_ENVIRONMENT }).status === 0) return undefined;
  if (process.env['CI'] === 'true') throw new Error('HAProxy is not installed');
  return 'HAProxy is not installed';
}

/**
 * Starts HAProxy with the configuration of `packaging/cluster` in front of one to three servers on these ports of 127.0.0.1. Ends it after the
 * test. Returns its address.
 */
export async function startHaproxy(ports: readonly number[]): Promise<string> {
  const port = await freePort();
  const file = join(temporaryFolder(), 'haproxy.cfg');
  writeFileSync(file, haproxyConfig(port, ports));
  const child = spawn('haproxy', ['-f', file, '-db'], {
    env: HAPROXY_ENVIRONMENT,
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await vi.waitUntil(() => fetch(url).then(Boolean, () => false), { timeout: 10_000 });
  return url;
}
