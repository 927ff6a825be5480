import { sortText } from '#contract/pages.ts';
import {
  MAX_TRASHED_AT_ONCE,
  type RestoreConflict,
  TRASH_DELETE_URL,
  TRASH_POSSIBLE_URL,
  TRASH_RESTORE_URL,
  TRASH_USAGE_URL,
  trashUrl,
  type TrashedItem,
  type TrashOutcome,
  type TrashPossible,
  type TrashUsage,
} from '#contract/trash.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { groupHeader } from './group-header.ts';
import { call, callJson } from './http.ts';
import { isAnswerLost, PatientCaller } from './lost-answer.ts';
import { callTracked, type TrackedCall } from './tracked-call.ts';
import { callPage, type ListOptions } from './pages.ts';

/** Prefix of the keys of all queries about the trash. Invalidating it reloads them all. */
export const TRASH_KEY = ['trash'] as const;

/** Outcome for one item. */
export type TrashResult = TrashOutcome['results'][number];

/** Number of items that are loaded at once. */
const PAGE_ROWS = 200;

/** Pages of the items in the trash. With `mine`, only what the user has deleted. The server sorts by time of deletion only. */
export const trashPagesQuery = ({ search, order }: ListOptions<string>, mine: boolean) => {
  const byTime = { by: 'deletedAt', isAscending: order.by === 'deletedAt' && order.isAscending };
  return infiniteQueryOptions({
    queryKey: [...TRASH_KEY, 'list', String(mine), { search, order: byTime }],
    queryFn: ({ pageParam: after, signal }) => {
      const query = { mine, limit: PAGE_ROWS, search, sort: sortText(byTime), after };
      return callPage<TrashedItem>(trashUrl(query), {}, { signal });
    },
    initialPageParam: firstPage(),
    getNextPageParam: ({ next }) => next,
  });
};

/** Returns the position of the first page, typed like those of the following pages. */
function firstPage(): string | undefined {
  return undefined;
}

/** Number, size and retention of the items that the user sees. */
export const trashUsageQuery = queryOptions({
  queryKey: [...TRASH_KEY, 'usage'],
  queryFn: ({ signal }) => callJson<TrashUsage>('GET', TRASH_USAGE_URL, { signal }),
});

/** Returns those of the paths that the trash cannot take. Without a connection, asks again until it is back. */
export async function notTakenByTrash(
  paths: readonly string[],
  tracked: TrackedCall,
): Promise<ReadonlySet<string>> {
  const caller = new PatientCaller(tracked);
  try {
    return await askAboutAll(paths);
  } catch (failure) {
    if (!isAnswerLost(failure)) throw failure;
    caller.setLost(true);
    return await caller.ask(() => askAboutAll(paths));
  }
}

async function askAboutAll(paths: readonly string[]): Promise<ReadonlySet<string>> {
  const refused = new Set<string>();
  for (const some of batchesOf(paths)) {
    const { permanent } = await post<TrashPossible>(TRASH_POSSIBLE_URL, { paths: some });
    for (const path of permanent) refused.add(path);
  }
  return refused;
}

/** Restores items, where they were or in `folder`. The outcomes are in the order of the items. */
export async function restoreTrashed(
  ids: readonly number[],
  {
    folder,
    onConflict,
    group,
  }: {
    readonly folder?: string | undefined;
    readonly onConflict: RestoreConflict;
    /** Key of the action in the history. */
    readonly group: string;
  },
): Promise<readonly TrashResult[]> {
  const results: TrashResult[] = [];
  for (const some of batchesOf(ids)) {
    const body = { ids: some, onConflict, ...(folder !== undefined && { folder }) };
    results.push(...(await post<TrashOutcome>(TRASH_RESTORE_URL, body, { group })).results);
  }
  return results;
}

/** Deletes at most MAX_TRASHED_AT_ONCE items for good. Survives lost connections: repeated, it finds the items gone. */
export async function deleteTrashed(
  ids: readonly number[],
  tracked: TrackedCall,
): Promise<readonly TrashResult[]> {
  const isRepeatable = () => Promise.resolve('not-done' as const);
  const reply = await callTracked('POST', TRASH_DELETE_URL, tracked, isRepeatable, { ids });
  return ((await reply.json()) as TrashOutcome).results;
}

/** Deletes everything in the trash for good; with `mine`, only what the user has deleted. Survives lost connections. */
export async function emptyTrash(mine: boolean, tracked: TrackedCall): Promise<TrashOutcome> {
  const url = trashUrl({ mine });
  const reply = await callTracked('DELETE', url, tracked, async () => {
    const { total } = await callPage<TrashedItem>(trashUrl({ mine, limit: 1 }), {});
    return total === 0 ? 'done' : 'not-done';
  });
  const text = await reply.text();
  // Without a reply, the connection was lost after everything had been deleted.
  return text === '' ? { results: [] } : (JSON.parse(text) as TrashOutcome);
}

/** The cast is safe: the server validates its responses against the same contract. */
async function post<Reply>(
  url: string,
  body: unknown,
  { group }: { readonly group?: string } = {},
): Promise<Reply> {
  const reply = await call('POST', url, {
    headers: { 'Content-Type': 'application/json', ...groupHeader(group) },
    body: JSON.stringify(body),
  });
  return (await reply.json()) as Reply;
}

function batchesOf<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / MAX_TRASHED_AT_ONCE);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * MAX_TRASHED_AT_ONCE, (index + 1) * MAX_TRASHED_AT_ONCE),
  );
}
