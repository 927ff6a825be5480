import { ROOT } from '#contract/paths.ts';
import type { Task } from '../../../lib/serve-tasks.ts';
import { CandidateChunks } from './candidate-chunks.ts';
import { FolderChildren, ROOT_FOLDER } from './folder-table.ts';
import type { NameQuestion } from './name-question.ts';
import { NameMatcher } from './segment-matcher.ts';
import type { NameStore, StoreMark } from './name-store.ts';
import type { Segment } from './segment.ts';

/**
 * Yields chunks of the names after `since` that answer a question; see `CandidateChunks`. Returns the position up to which it has searched, at
 * which a later search for new names can begin.
 */
export function* findNames(
  store: NameStore,
  question: NameQuestion,
  since: StoreMark,
): Task<StoreMark> {
  const matcher = new NameMatcher(question);
  const isWithin = folderTest(store, question);
  const chunks = new CandidateChunks(store.folders);
  for (let number = since.segment; ; number += 1) {
    const { mark } = store;
    const from = number === since.segment ? since.entry : 0;
    const found = matchesIn(store.segment(number), { matcher, isWithin, chunks, from });
    if (number < mark.segment) {
      yield* found;
    } else {
      // The last segment is searched without a pause in between, because a refresh during a pause may add names to it.
      yield* [...found, chunks.take()];
      return mark;
    }
  }
}

interface Search {
  readonly matcher: NameMatcher;
  readonly isWithin: (folder: number) => boolean;
  readonly chunks: CandidateChunks;
  /** The first entry. */
  readonly from: number;
}

function* matchesIn(
  segment: Segment,
  { matcher, isWithin, chunks, from }: Search,
): Generator<Uint8Array<ArrayBuffer> | undefined> {
  let run = -1;
  let isInScope = false;
  for (const entry of matcher.matchesIn(segment, from)) {
    if (segment.runStart(run + 1) <= entry) {
      while (segment.runStart(run + 1) <= entry) run += 1;
      isInScope = isWithin(segment.folderOfRun(run));
    }
    if (!isInScope) continue;
    const chunk = chunks.add(segment.folderOfRun(run), segment, entry);
    if (chunk) yield chunk;
  }
  yield chunks.due();
}

/** Returns a test for the numbers of folders at or below the one in which the search takes place. */
function folderTest({ folders }: NameStore, { within }: NameQuestion): (folder: number) => boolean {
  if (within === ROOT) return folders.within(ROOT_FOLDER);
  const folder = new FolderChildren(folders).at(within);
  return folder === undefined ? () => false : folders.within(folder);
}
