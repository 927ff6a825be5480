import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the version in package.json, such as `3.0.0`. */
export function readVersion(): string {
  const text = readFileSync(join(packageFolder(), 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string }; // our own file
  return version;
}

/** Returns the commit of the clone from which the server runs; `(untracked)` for an installed package. */
export function readCommit(): string {
  const git = join(packageFolder(), '.git');
  const head = textOf(join(git, 'HEAD'));
  const branch = /^ref: (.+)$/.exec(head)?.[1];
  const commit = branch === undefined ? head : textOf(join(git, branch));
  return /^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, 8) : '(untracked)';
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Returns the folder of package.json. Sources are one folder below it, built files two. */
function packageFolder(): string {
  const server = dirname(import.meta.dirname);
  const parent = dirname(server);
  return textOf(join(parent, 'package.json')) === '' ? dirname(parent) : parent;
}
