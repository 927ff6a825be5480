import { randomBytes } from 'node:crypto';
import { TEMPORARY_NAME_PREFIX, TEMPORARY_NAME_SUFFIX } from '#contract/temporary-names.ts';

/** Name of the empty file in the root by whose lock a server holds the lease of the root. */
export const LEASE_NAME = `${TEMPORARY_NAME_PREFIX}lease${TEMPORARY_NAME_SUFFIX}`;

/** Name of the file in the root that contains the root's id. Like all temporary names, no listing or path contains it; walks skip it. */
export const ROOT_MARKER = `${TEMPORARY_NAME_PREFIX}root${TEMPORARY_NAME_SUFFIX}`;

/** Returns a temporary name that cannot be guessed. */
export function randomTemporaryName(): string {
  return `${TEMPORARY_NAME_PREFIX}${randomBytes(12).toString('hex')}${TEMPORARY_NAME_SUFFIX}`;
}
