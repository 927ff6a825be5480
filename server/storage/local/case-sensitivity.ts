import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lstatAt, pathOfDescriptor } from './descriptors.ts';
import { identityOf } from './entry-stat.ts';

/** Maximum number of names in the root that are tried until one contains a letter. */
const MAX_TRIED_NAMES = 1_000;

/**
 * Returns true if names that differ only in case are different names in the root. Writes nothing: looks up an
 * existing entry in the other case, or else the root itself in its parent folder. `mountPoints` are names in the root
 * to skip, because file systems mounted there may hang or differ.
 */
export function isCaseSensitive(
  rootFd: number,
  rootPath: string,
  mountPoints: ReadonlySet<string>,
): boolean {
  const names = new Set(readdirSync(pathOfDescriptor(rootFd)).slice(0, MAX_TRIED_NAMES));
  for (const name of names) {
    const other = otherCase(name);
    if (other === name || names.has(other)) continue;
    if (mountPoints.has(name) || mountPoints.has(other)) continue;
    return !isSameEntry(lstatAt(rootFd, name), lstatAt(rootFd, other));
  }
  const other = join(dirname(rootPath), otherCase(basename(rootPath)));
  return other === rootPath || !isSameEntry(lstatOf(rootPath), lstatOf(other));
}

/** Swaps the case of ASCII letters only, because all file systems agree about their case mapping. */
function otherCase(name: string): string {
  return name.replaceAll(/[a-z]/giu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

function lstatOf(path: string): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false });
}

function isSameEntry(one: BigIntStats | undefined, other: BigIntStats | undefined): boolean {
  return one !== undefined && other !== undefined && identityOf(one) === identityOf(other);
}
