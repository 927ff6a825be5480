import type { Entry } from '#contract/files.ts';
import type { TFunction } from 'i18next';
import { deleteEntry } from '../../../api/delete-entry.ts';
import { ApiError } from '../../../api/http.ts';
import type { TrackedCall } from '../../../api/tracked-call.ts';
import { pageConfig } from '../../../api/page-config.ts';
import { notTakenByTrash, TRASH_KEY } from '../../../api/trash.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import type { DeletionRequest } from '../../../state/deletions.ts';
import { dialogs } from '../../../state/dialogs.ts';
import { hideWhile } from '../../../state/change-entries.ts';
import { isBeingDeleted, pendingChanges, settledPath } from '../../../state/pending-changes.ts';
import {
  type OperationFailure,
  type OperationItem,
  type OperationResult,
  runOperation,
} from '../../../state/run-operation.ts';
import { toasts } from '../../../state/toasts.ts';
import { restoreItems } from '../restoring/restore-items.ts';
import type { TrashAccess } from '../trash-access.ts';

/**
 * Moves entries into the trash, and hides them at once. Asks first where some would be deleted for good: on request, without
 * a trash, or because the trash cannot take them.
 */
export async function startDeletion(page: TrashAccess, request: DeletionRequest): Promise<void> {
  const { changes } = pendingChanges.getState();
  const entries = request.entries.filter(({ path }) => !isBeingDeleted(path, changes));
  const wanted = { ...request, entries };
  if (entries.length === 0) return;
  if (request.isPermanent || !pageConfig().Trash) {
    ask(page, wanted, { permanent: entries, isRefused: false });
  } else await perform(page, wanted, 'only-to-trash');
}

/** Asks before `permanent` entries are deleted for good. The others go into the trash. */
function ask(
  page: TrashAccess,
  request: DeletionRequest,
  { permanent, isRefused }: { permanent: readonly Entry[]; isRefused: boolean },
): void {
  dialogs.getState().open({
    kind: 'delete',
    permanent,
    others: request.entries.length - permanent.length,
    isRefused,
    confirm: () => void perform(page, request, { permanent }),
  });
}

/** Entries that are deleted for good; `only-to-trash` deletes nothing if the trash cannot take some of the entries. */
type Consent = 'only-to-trash' | { readonly permanent: readonly Entry[] };

/** Deletes entries, which are hidden meanwhile, and reports the outcome. Asks about those that the trash cannot take or did not take. */
async function perform(
  page: TrashAccess,
  request: DeletionRequest,
  consent: Consent,
): Promise<void> {
  const { folder, entries } = request;
  const work = remove(entries, consent);
  const paths = entries.map(({ path }) => path);
  const gone = work.then(({ done }) => done.map(({ entry }) => entry.path));
  const shown = hideWhile({ queries: page.queries, folder }, paths, gone);
  const removal = await work;
  const { refused, left } = removal;
  if (refused.length > 0) ask(page, request, { permanent: refused, isRefused: true });
  else report(page, request, removal);
  if (left.length > 0)
    ask(page, { ...request, entries: left }, { permanent: left, isRefused: true });
  await shown;
}

interface RemovalItem extends OperationItem {
  readonly entry: Entry;
}

interface Removal extends OperationResult<RemovalItem> {
  /** Ids of the entries that are in the trash now. */
  readonly trashed: ReadonlyMap<Entry, number>;
  /** Entries that the trash certainly cannot take. If there are any, nothing was deleted. */
  readonly refused: readonly Entry[];
  /** Entries that the trash did not take when it was tried. They are where they were. */
  readonly left: readonly Entry[];
}

/** Deletes entries and returns what became of them. Never throws. */
async function remove(entries: readonly Entry[], consent: Consent): Promise<Removal> {
  const trashed = new Map<Entry, number>();
  const question = consent === 'only-to-trash' ? new TrashQuestion(entries) : undefined;
  const permanent = new Set(consent === 'only-to-trash' ? [] : consent.permanent);
  const items = entries.map((entry): RemovalItem => ({
    entry,
    name: entry.name,
    async run(tracked) {
      await question?.requireTaken(tracked);
      const isPermanent = permanent.has(entry);
      const id = await deleteEntry(await settledPath(entry.path), tracked, { isPermanent });
      if (id !== undefined) trashed.set(entry, id);
    },
  }));
  const result = await runOperation({ kind: 'delete', items });
  const left = result.failed.filter(({ failure }) => isNotIntoTrash(failure));
  return {
    ...result,
    failed: result.failed.filter(({ failure }) => !isNotIntoTrash(failure)),
    trashed,
    refused: question?.refused ?? [],
    left: left.map(({ item }) => item.entry),
  };
}

/** Asks once, before the first entry is deleted, whether the trash can take all of them. */
class TrashQuestion {
  readonly #entries: readonly Entry[];
  #answer: Promise<readonly Entry[]> | undefined;
  /** Entries that the trash cannot take, once it has answered. */
  refused: readonly Entry[] = [];

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  /** Throws unless the trash can take all entries. */
  async requireTaken(tracked: TrackedCall): Promise<void> {
    this.#answer ??= this.#ask(tracked).catch((failure: unknown) => {
      // The operation may try again.
      this.#answer = undefined;
      throw failure;
    });
    this.refused = await this.#answer;
    if (this.refused.length > 0) throw new Error('the trash cannot take all entries');
  }

  async #ask(tracked: TrackedCall): Promise<readonly Entry[]> {
    const paths = await Promise.all(this.#entries.map(({ path }) => settledPath(path)));
    const notTaken = await notTakenByTrash(paths, tracked);
    return this.#entries.filter((_, index) => notTaken.has(paths[index] ?? ''));
  }
}

/** Reports the deleted entries and the failures, and reloads the disk usage and the trash. */
function report(page: TrashAccess, { entries }: DeletionRequest, removal: Removal): void {
  const { t, queries } = page;
  const { done, failed, cancelled, trashed, group } = removal;
  const failures = failed.filter(({ failure }) => !isGoneAnyway(failure));
  const deleted = done.length + failed.length - failures.length;
  if (failures.length > 0) reportFailures(t, failures, entries.length);
  if (cancelled) toasts.getState().show('info', t('prompts.deleteCancelled', { count: deleted }));
  else if (deleted > trashed.size) reportDeleted(t, deleted - trashed.size, entries);
  if (trashed.size > 0) reportTrashed(page, trashed, group);
  void queries.invalidateQueries({ queryKey: ['usage'] });
  void queries.invalidateQueries({ queryKey: TRASH_KEY });
}

function isNotIntoTrash(failure: unknown): boolean {
  return failure instanceof ApiError && failure.refusal?.code === 'not-into-trash';
}

/** Returns true when the entry had been deleted already. */
function isGoneAnyway(failure: unknown): boolean {
  return failure instanceof Error && 'status' in failure && failure.status === 404;
}

function reportDeleted(t: TFunction, count: number, [first, ...others]: readonly Entry[]): void {
  const text =
    first && others.length === 0
      ? t('prompts.deletedOne', { name: first.name })
      : t('prompts.deletedMany', { count });
  toasts.getState().show('success', text);
}

/** Reports entries in the trash, with a button that restores them. */
function reportTrashed(page: TrashAccess, trashed: Removal['trashed'], group: string): void {
  const { t } = page;
  const items = [...trashed].map(([entry, id]) => ({ ...entry, id }));
  const [first, ...others] = items;
  const text =
    first && others.length === 0
      ? t('trash.movedOne', { name: first.name })
      : t('trash.movedMany', { count: items.length });
  const undo = () => void restoreItems(page, { items, undoes: group });
  toasts.getState().show('success', text, { label: t('trash.undo'), undoes: [group], run: undo });
}

function reportFailures(
  t: TFunction,
  failures: readonly OperationFailure<OperationItem>[],
  all: number,
): void {
  const count = failures.length;
  const [first] = failures;
  dialogs.getState().openWhenFree({
    kind: 'failures',
    title:
      all === 1 && first
        ? t('prompts.deleteFailedOne', { name: first.item.name })
        : t('prompts.deleteFailed', { count, all }),
    failures: failures.map(({ item, failure }) => ({
      name: item.name,
      reason: failureText(t, failure),
    })),
  });
}
