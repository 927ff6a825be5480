import { encodePath, nameOf, ROOT, type TreePath } from '#contract/paths.ts';
import { RESULT_HEADER } from '#contract/transfers.ts';
import type { Actor } from '../../access/actor.ts';
import { toActorPath } from '../../access/actor-paths.ts';
import { statusReply } from '../../http/error-reply.ts';
import { findTrash, type StoredTrash } from '../../metadata/trash.ts';
import type { JobRequest, PerformJob } from '../../operations/job-runner.ts';
import type { OperationEnd } from '../../operations/operations.ts';
import { requireChildPath } from '../../tree/entry-paths.ts';
import type { OperationControl } from '../../tree/operation-control.ts';
import { purgeItem, purgeSilently, recorded, restoreItem } from './change-trash.ts';
import { TrashItemLoop, type TrashItemLoopOptions, ItemTotals } from './trash-item-loop.ts';
import { shownTrash } from './list-trash.ts';
import { type Caller, findShownTrash, requireTrash, type TrashService } from './trash.ts';
import { noSuchTrash } from '../../http/trashed-items.ts';

/** Does the work of a request or a job that changes the trash. */
export type PerformTrashJob = (
  caller: Caller,
  request: JobRequest,
  control: OperationControl,
) => Promise<OperationEnd>;

interface TrashJobs extends TrashService {
  readonly baseUrl: string;
}

/** Returns the functions that restore items in the trash, and delete them for good. Each item is recorded in the audit log. */
export function trashJobs(
  service: TrashJobs,
): Readonly<Record<'restore' | 'purge', PerformTrashJob>> {
  return {
    restore: (caller, request, control) =>
      request.options.trash?.isSingle === true
        ? restoreSingle(service, caller, request, control)
        : restoreAll(service, caller, request, control),
    purge: (caller, request, control) => {
      const { ids, isSingle } = request.options.trash ?? {};
      if (ids === undefined) return purgeEverything(service, caller, request, control);
      return isSingle === true
        ? purgeSingle(service, caller, request, control)
        : purgeAll(service, caller, request, control);
    },
  };
}

/** Adapts the work to jobs that run without a request, after a restart or a retry. */
export function withoutRequest(perform: PerformTrashJob): PerformJob {
  return (actor, request, control) => perform({ actor, address: '' }, request, control);
}

async function restoreSingle(
  service: TrashJobs,
  caller: Caller,
  { to, options }: JobRequest,
  control: OperationControl,
): Promise<OperationEnd> {
  const trash = await requireTrash(service, caller.actor, idIn(options.trash?.ids));
  const restore = { trash, to: to ?? trash.source, onConflict: options.onConflict ?? 'fail' };
  const path = await restoreItem(service, caller, restore, control);
  const address = encodePath(toActorPath(caller.actor, path));
  const headers = { [RESULT_HEADER.toLowerCase()]: `${service.baseUrl}/api/resources${address}` };
  return { reply: { status: 200, text: statusReply(200).body, headers }, result: path };
}

async function purgeSingle(
  service: TrashJobs,
  caller: Caller,
  { options, before }: JobRequest,
  control: OperationControl,
): Promise<OperationEnd> {
  const trash = await findToDo(service, caller.actor, idIn(options.trash?.ids), before);
  if (trash !== undefined) await purgeItem(service, caller, trash, control);
  return { reply: { status: 204, text: '', headers: {} } };
}

async function restoreAll(
  service: TrashJobs,
  caller: Caller,
  request: JobRequest,
  control: OperationControl,
): Promise<OperationEnd> {
  const { to: folder, options } = request;
  return forAll(
    service,
    caller,
    { kind: 'restore', ...request },
    control,
    async (trash, itemControl) => {
      const to =
        folder === undefined ? trash.source : requireChildPath(folder, nameOf(trash.source));
      const restore = { trash, to, onConflict: options.onConflict ?? 'fail' };
      const path = await restoreItem(service, caller, restore, itemControl);
      return { status: 200, path: toActorPath(caller.actor, path) };
    },
  );
}

function purgeAll(
  service: TrashJobs,
  caller: Caller,
  request: JobRequest,
  control: OperationControl,
): Promise<OperationEnd> {
  return forAll(
    service,
    caller,
    { kind: 'purge', ...request },
    control,
    async (trash, itemControl) => {
      await purgeItem(service, caller, trash, itemControl);
      return { status: 200 };
    },
  );
}

/** Does the work for the items of a job. */
async function forAll(
  service: TrashJobs,
  { actor }: Caller,
  { kind, options, before }: JobRequest & Pick<TrashItemLoopOptions, 'kind'>,
  control: OperationControl,
  work: Parameters<TrashItemLoop['process']>[2],
): Promise<OperationEnd> {
  const { ids = [] } = options.trash ?? {};
  const totals = new ItemTotals();
  for (const id of ids) {
    const trash = await findShownTrash(service, actor, id);
    if (trash !== undefined) totals.add(trash);
  }
  const items = new TrashItemLoop(control, { kind, ...reportTotal(control, totals, before) });
  for (const id of ids) {
    await items.process(id, () => findToDo(service, actor, id, before), work);
  }
  return endOf(items);
}

/**
 * Returns an item that the actor may see. In another attempt of a job, an item that is not in the trash any more counts as done, and the result
 * is undefined. Throws `not-found` otherwise.
 */
async function findToDo(
  service: TrashService,
  actor: Actor,
  id: number,
  before: JobRequest['before'],
): Promise<StoredTrash | undefined> {
  const isDone = before !== undefined && (await findTrash(service.db.read, id)) === undefined;
  return isDone ? undefined : requireTrash(service, actor, id);
}

/**
 * Deletes everything for good that the user sees and that was in the trash at the time of the request, the oldest items first. The reply has
 * those that could not be deleted.
 */
async function purgeEverything(
  service: TrashJobs,
  caller: Caller,
  { options, before }: JobRequest,
  control: OperationControl,
): Promise<OperationEnd> {
  const { actor } = caller;
  const { isOnlyOwn = false, bounds } = options.trash ?? {};
  const wanted = { isOnlyOwn, bounds, order: { isAscending: true } };
  const totals = new ItemTotals();
  for await (const slice of shownTrash(service, actor, wanted))
    for (const trash of slice) totals.add(trash);
  const items = new TrashItemLoop(control, {
    kind: 'purge',
    onlyFailures: true,
    ...reportTotal(control, totals, before),
  });
  const work = async (trash: StoredTrash, itemControl: OperationControl) => {
    await purgeSilently(service, actor, trash, itemControl);
    return { status: 200 };
  };
  await recorded(service, caller, { act: 'trash-delete', about: ROOT }, async () => {
    for await (const slice of shownTrash(service, actor, wanted))
      for (const trash of slice) await items.process(trash.id, () => Promise.resolve(trash), work);
  });
  return endOf(items);
}

/** Reports the total of the job, including what an earlier attempt has done. Returns the number of entries that it has done. */
function reportTotal(
  control: OperationControl,
  { entries }: ItemTotals,
  before: JobRequest['before'],
): { readonly done: number } {
  if (entries === undefined) return { done: before?.items ?? 0 };
  const total = Math.max(entries, before?.totalItems ?? 0);
  control.reportTotals({ files: total, folders: 0, others: 0, bytes: 0 });
  return { done: total - entries };
}

function endOf(items: TrashItemLoop): OperationEnd {
  items.report();
  const text = JSON.stringify(items.outcome);
  return { reply: { status: 200, text, headers: JSON_HEADERS }, left: items.failures };
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

function idIn(ids: readonly number[] | undefined): number {
  const [id] = ids ?? [];
  if (id === undefined) throw noSuchTrash();
  return id;
}

/** Returns the path of the first item that the user sees, by which a job is shown; the root without one. */
export async function firstSource(
  service: TrashService,
  { actor }: Caller,
  ids: readonly number[],
): Promise<TreePath> {
  for (const id of ids) {
    const trash = await findShownTrash(service, actor, id);
    if (trash !== undefined) return trash.source;
  }
  return actor.root;
}
