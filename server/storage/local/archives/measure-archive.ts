import type { Task } from '../../../lib/serve-tasks.ts';
import type { ArchiveLength } from '../../../archive-formats/member.ts';
import type { Packed } from './read-member.ts';

/** So many members are remembered while the length is worked out; an archive of more comes without one. */
const MOST_REMEMBERED = 100_000;

export interface Surveyed {
  /** Of the whole archive; undefined where it is not known. */
  readonly bytes: number | undefined;
  /** Those found so far, and then the others. */
  readonly members: Iterable<Packed | undefined>;
}

/**
 * Looks at members before any is written: at all of them, where their length is wanted, else up to the first. Either
 * way a refusal comes before the first byte.
 */
export function* survey(
  found: Generator<Packed | undefined>,
  length: ArchiveLength | undefined,
): Task<Surveyed> {
  const most = length === undefined ? 1 : MOST_REMEMBERED;
  const known: Packed[] = [];
  while (known.length < most) {
    const step = found.next();
    if (step.done === true) return { bytes: length?.total(), members: known };
    if (step.value !== undefined) {
      length?.add(step.value.member);
      known.push(step.value);
    }
    yield undefined;
  }
  return { bytes: undefined, members: both(known, found) };
}

function* both(
  known: Packed[],
  rest: Generator<Packed | undefined>,
): Generator<Packed | undefined> {
  yield* known;
  // They are written: nothing but memory would keep them.
  known.length = 0;
  yield* rest;
}
