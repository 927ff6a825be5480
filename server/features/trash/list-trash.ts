import { foldText } from '#contract/fold-text.ts';
import { nameOf } from '#contract/paths.ts';
import type { TrashedItem, TrashUsage } from '#contract/trash.ts';
import { z } from 'zod';
import type { Actor } from '../../access/actor.ts';
import { toActorPath } from '../../access/actor-paths.ts';
import { extensionOf } from '../../file-types/extensions.ts';
import { typeOfFile } from '../../file-types/entry-type.ts';
import { type Page, type PageAsked, unknownPosition } from '../../http/list-pages.ts';
import {
  type StoredTrash,
  trashByTime,
  type TrashPosition,
  type TrashSearch,
} from '../../metadata/trash.ts';
import { isShown, listedUserOf, type TrashService } from './trash.ts';

export interface TrashListing extends PageAsked<'deletedAt'> {
  readonly isOnlyOwn: boolean;
}

/** Lists a page of the items that the caller may see. `search` is looked for in their former paths. */
export async function pageOfTrash(
  service: TrashService,
  actor: Actor,
  { limit, after, search, order, isOnlyOwn }: TrashListing,
): Promise<Page<TrashedItem>> {
  const from = after === undefined ? undefined : positionIn(after);
  const isAfter = (trash: StoredTrash) => from === undefined || follows(trash, from, order);
  const wanted = foldText(search);
  const items: StoredTrash[] = [];
  let total = 0;
  for await (const slice of shownTrash(service, actor, { isOnlyOwn, order })) {
    total += slice.length;
    if (items.length > limit) continue;
    items.push(...slice.filter((trash) => isAfter(trash) && matches(actor, trash, wanted)));
  }
  if (items.some(({ size }) => size === undefined)) void service.cleaner.measure();
  const last = items.length > limit ? items[limit - 1] : undefined;
  return {
    items: items.slice(0, limit).map((trash) => shown(service, actor, trash)),
    total,
    next: last && `${last.deletedAt}.${last.id}`,
  };
}

interface ShownTrash extends Pick<TrashSearch, 'bounds'> {
  readonly isOnlyOwn: boolean;
  readonly order: { readonly isAscending: boolean };
}

/** Reads all items that the caller may see, in slices. */
export async function* shownTrash(
  { db }: Pick<TrashService, 'db'>,
  actor: Actor,
  { isOnlyOwn, bounds, order: { isAscending } }: ShownTrash,
): AsyncGenerator<StoredTrash[]> {
  const userId = listedUserOf(actor, isOnlyOwn);
  const order = isAscending ? 'oldest' : 'newest';
  for await (const slice of trashByTime(db.read, { purpose: 'deleted', userId, bounds, order }))
    yield slice.filter((trash) => isShown(actor, trash));
}

/** Sums up what the caller sees in the trash. */
export async function usageOfTrash(service: TrashService, actor: Actor): Promise<TrashUsage> {
  const { isOn, retentionMs, limitPercent } = service.config;
  let items = 0;
  let bytes = 0;
  const all = { isOnlyOwn: false, order: { isAscending: true } };
  for await (const slice of shownTrash(service, actor, all)) {
    items += slice.length;
    for (const { size = 0 } of slice) bytes += size;
  }
  return { isOn, items, bytes, keptMs: retentionMs, limitPercent };
}

function matches(actor: Actor, { source }: StoredTrash, wanted: string): boolean {
  return wanted === '' || foldText(toActorPath(actor, source)).includes(wanted);
}

function shown({ config }: TrashService, actor: Actor, trash: StoredTrash): TrashedItem {
  const { id, source, kind, size, entries, deletedAt, username } = trash;
  const name = nameOf(source);
  return {
    id,
    path: toActorPath(actor, source),
    name,
    isDir: kind === 'folder',
    isSymlink: kind === 'symlink',
    type: kind === 'folder' ? '' : typeByName(trash, name),
    size: size ?? null,
    entries: entries ?? null,
    deletedAt,
    deletedBy: username,
    expiresAt: deletedAt + config.retentionMs,
  };
}

function typeByName({ kind, size = 0 }: StoredTrash, name: string) {
  if (kind !== 'file') return 'blob';
  return typeOfFile({ extension: extensionOf(name), size, readHead: () => undefined });
}

const Position = z.tuple([z.coerce.number().int(), z.coerce.number().int()]);

function positionIn(text: string): TrashPosition {
  const position = Position.safeParse(text.split('.')).data;
  if (position === undefined) throw unknownPosition();
  return { deletedAt: position[0], id: position[1] };
}

function follows(
  trash: StoredTrash,
  from: TrashPosition,
  { isAscending }: { readonly isAscending: boolean },
): boolean {
  const difference = trash.deletedAt - from.deletedAt || trash.id - from.id;
  return isAscending ? difference > 0 : difference < 0;
}
