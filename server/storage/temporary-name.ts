import { randomBytes } from 'node:crypto';
import { TEMPORARY_NAME_PREFIX, TEMPORARY_NAME_SUFFIX } from '#contract/temporary-names.ts';

/** The file in the root with which a server reserves it. It is hidden like a temporary file, and empty. */
export const LEASE_NAME = `${TEMPORARY_NAME_PREFIX}lease${TEMPORARY_NAME_SUFFIX}`;

/** Marker file in the root that holds the root's id. Its name is never listed, never addressable, and not touched by walks. */
export const ROOT_MARKER = `${TEMPORARY_NAME_PREFIX}root${TEMPORARY_NAME_SUFFIX}`;

/** Returns a temporary name that cannot be guessed. */
export function randomTemporaryName(): string {
  return `${TEMPORARY_NAME_PREFIX}${randomBytes(12).toString('hex')}${TEMPORARY_NAME_SUFFIX}`;
}
