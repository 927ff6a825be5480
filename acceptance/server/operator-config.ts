import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupFolder } from '../replay/recording-format.ts';

/** Flags that File Browser 2 did not need: the trusted proxies. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  proxy: ['--trustedProxies', '127.0.0.1'],
  'proxy-logout': ['--trustedProxies', '127.0.0.1'],
};

export function operatorFlags(setup: string): readonly string[] {
  return FLAGS[setup] ?? [];
}

/** Returns the recorded configuration with the absolute path of the hook. */
export function operatorConfig(setup: string): string {
  const recorded = readFileSync(join(setupFolder(setup), 'config.json'), 'utf8');
  return recorded.replace('"sh hook.sh"', '"/bin/sh hook.sh"');
}
