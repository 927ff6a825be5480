import { randomBytes } from 'node:crypto';
import { HIDDEN_PART_PREFIX, HIDDEN_PART_SUFFIX } from '#contract/hidden-parts.ts';

/** The file in the root by which one server reserves it. It is hidden like a partial upload, and holds no data. */
export const LEASE_NAME = `${HIDDEN_PART_PREFIX}lease${HIDDEN_PART_SUFFIX}`;

/** A hidden name that nobody can have prepared. */
export function freshPartName(): string {
  return `${HIDDEN_PART_PREFIX}${randomBytes(12).toString('hex')}${HIDDEN_PART_SUFFIX}`;
}
