import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupFolder } from '../replay/recording-format.ts';

/** What an operator has to say more than in the predecessor's time: which proxies are believed. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  proxy: ['--trustedProxies', '127.0.0.1'],
  'proxy-logout': ['--trustedProxies', '127.0.0.1'],
};

export function operatorFlags(setup: string): readonly string[] {
  return FLAGS[setup] ?? [];
}

/** The recorded configuration, with the hook by its absolute path. */
export function operatorConfig(setup: string): string {
  const recorded = readFileSync(join(setupFolder(setup), 'config.json'), 'utf8');
  return recorded.replace('"sh hook.sh"', '"/bin/sh hook.sh"');
}
