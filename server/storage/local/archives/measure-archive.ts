import type { Task } from '../../../lib/serve-tasks.ts';
import type { ArchiveLength } from '../../../archive-formats/member.ts';
import type { FoundMember } from './read-member.ts';

/** Maximum number of members that are kept in memory to compute the length. Longer archives have no known length. */
const MAX_REMEMBERED = 100_000;

/** The members of an archive, and its length. */
export interface Surveyed {
  /** Length of the whole archive; undefined if unknown. */
  readonly bytes: number | undefined;
  /** The members found so far, and then the others. */
  readonly members: Iterable<FoundMember | undefined>;
}

/**
 * Takes members from `found` before any is written: all of them if the length of the archive is wanted, otherwise the first. An error for a
 * selected entry thus comes before the first byte.
 */
export function* survey(
  found: Generator<FoundMember | undefined>,
  length: ArchiveLength | undefined,
): Task<Surveyed> {
  const most = length === undefined ? 1 : MAX_REMEMBERED;
  const known: FoundMember[] = [];
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
  known: FoundMember[],
  rest: Generator<FoundMember | undefined>,
): Generator<FoundMember | undefined> {
  yield* known;
  // Frees the memory of members that have been written.
  known.length = 0;
  yield* rest;
}
