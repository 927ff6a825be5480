import { randomBytes } from 'node:crypto';
import { HIDDEN_PART_PREFIX, HIDDEN_PART_SUFFIX } from '#contract/hidden-parts.ts';

/** A hidden name that nobody can have prepared. */
export function freshPartName(): string {
  return `${HIDDEN_PART_PREFIX}${randomBytes(12).toString('hex')}${HIDDEN_PART_SUFFIX}`;
}
