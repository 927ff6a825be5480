import type { Entry } from '#contract/files.ts';
import { childPath, parseTreePath, ROOT } from '#contract/paths.ts';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/http.ts';
import { transferEntry, type Transferred } from '../../api/transfers.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { type OperationItem, runOperation } from '../../state/run-operation.ts';
import { awaitEntries } from '../../state/listing-position.ts';
import { noteAppeared } from '../../state/change-entries.ts';
import { settledPath } from '../../state/pending-changes.ts';
import { session } from '../../state/session.ts';
import {
  folderHolding,
  type TransferRequest,
  type TransferStep,
} from '../../state/transfer-plan.ts';
import type { TransferPage } from './transfer-page.ts';
import { reportResult } from './report-transfer.ts';

interface TransferItem extends OperationItem {
  readonly entry: Entry;
}

/**
 * Executes the steps, refreshes the page, and reports the result. Returns entries with unexpected name conflicts,
 * which are not reported yet. `repeat` starts the transfer of entries again. Never throws.
 */
export async function performTransfer(
  page: TransferPage,
  { kind, to, targetIs }: TransferRequest,
  steps: readonly TransferStep[],
  repeat: (entries: readonly Entry[]) => void,
): Promise<readonly Entry[]> {
  const results = new Map<Entry, Transferred>();
  const merged = new Set(steps.filter(isMerge).map(({ entry }) => entry));
  const items = steps.map((step) => itemOf(kind, to, step, results));
  const { done, failed, cancelled, group } = await runOperation({ kind, items });

  const taken = failed.filter(({ failure }) => isTaken(failure));
  const arrived = done.flatMap(({ entry }) => results.get(entry) ?? []);
  const paths = arrived.map(({ path }) => path);
  noteAppeared(paths);
  if (paths.length > 0) awaitEntries(paths);
  const isOpened = arrived.length > 0 && targetIs === 'picked' && openDestination(page, to);
  refresh(page.queries, { to, entries: items.map(({ entry }) => entry) });
  reportResult(page, {
    kind,
    to,
    done: done.map(({ entry }) => entry),
    failed: failed.filter(({ failure }) => !isTaken(failure)),
    leftOut: arrived.map(({ leftOut }) => leftOut),
    asked: items.length,
    cancelled,
    offersToShow: arrived.length > 0 && !isOpened,
    group: done.some(({ entry }) => !merged.has(entry)) ? group : undefined,
    repeat,
  });
  return taken.map(({ item }) => item.entry);
}

/** Returns true for a folder that joins another one. The history does not undo that. */
function isMerge({ entry, whenTaken }: TransferStep): boolean {
  return entry.isDir && whenTaken === 'replace';
}

function itemOf(
  kind: TransferRequest['kind'],
  to: string,
  { entry, whenTaken }: TransferStep,
  results: Map<Entry, Transferred>,
): TransferItem {
  return {
    entry,
    name: entry.name,
    async run(named) {
      const query = {
        action: kind === 'move' ? 'rename' : 'copy',
        destination: childPath(parseTreePath(to) ?? ROOT, entry.name) ?? `${to}/${entry.name}`,
        override: whenTaken === 'replace',
        rename: whenTaken === 'rename',
      } as const;
      results.set(entry, await transferEntry(await settledPath(entry.path), query, named));
    },
  };
}

function isTaken(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 409;
}

/**
 * Opens the destination if the user prefers to follow copied and moved items, and it is not displayed already. Returns
 * true if it was opened.
 */
function openDestination(page: TransferPage, to: string): boolean {
  const wants = session.getState().user?.redirectAfterCopyMove ?? false;
  if (!wants || page.shownPath() === `${to}/`) return false;
  page.goTo(filesAddress(`${to}/`));
  return true;
}

/** Reloads both folders and cached data of moved entries on next use. */
function refresh(
  queries: QueryClient,
  { to, entries }: { to: string; entries: readonly Entry[] },
): void {
  const folders = new Set([to, ...entries.map(folderHolding)]);
  const touched = new Set(entries.filter(({ isDir }) => isDir).map(({ name }) => name));
  const isTouched = (folder: string) =>
    folders.has(folder) || folder.split('/').some((name) => touched.has(name));
  void queries.invalidateQueries({
    queryKey: ['folder'],
    predicate: ({ queryKey: [, path] }) =>
      typeof path === 'string' && isTouched(path === ROOT ? '' : path),
  });
  void queries.invalidateQueries({ queryKey: ['usage'] });
}
