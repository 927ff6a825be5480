import { nameOf, parseTreePath, ROOT, type TreePath } from '#contract/paths.ts';
import { PERMISSIONS } from '#contract/permissions.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import { parseDuration } from '../lib/duration.ts';
import { StartupError } from '../lib/startup-error.ts';
import { table } from '../lib/table.ts';
import type { Reader } from '../metadata/database.ts';
import { listOperations } from '../metadata/operation-journal.ts';
import { findTrash, type StoredTrash, trashByTime } from '../metadata/trash.ts';
import { visibilityOf } from '../policy/visibility.ts';
import { requireChildPath } from '../tree/entry-paths.ts';
import type { OperationControl } from '../tree/operation-control.ts';
import { purgeTrash } from '../tree/purge-trash.ts';
import { restoreEntry } from '../tree/restore-entry.ts';
import type { Tree } from '../tree/tree.ts';
import {
  type CliCall,
  type CliCommand,
  type CliOption,
  JSON_OPTION,
  STORAGE_SETTINGS,
} from './cli-command.ts';
import { sizeText } from './doctor/finding.ts';
import { withAdministration } from './open-administration.ts';
import { openTree } from './open-tree.ts';
import { choiceOf, type Options, switchOf } from './option-values.ts';
import { timeText, userNamed } from './users/users-commands.ts';

const NEVER = new AbortController().signal;
const SETTINGS = ['root', ...STORAGE_SETTINGS, 'database', 'config'] as const;

const SELECTION: readonly CliOption[] = [
  { name: 'user', letter: 'u', takes: 'id|username', help: 'only what this user has deleted' },
  { name: 'olderThan', takes: 'time', help: 'only what was deleted before that time, such as 7d' },
];

export const listTrashCommand: CliCommand = {
  options: [...SELECTION, JSON_OPTION],
  details: `Lists the latest deletions first. Paths start at the root. The size of a folder is
known once the server has measured it.`,
  examples: ['filebrowser trash ls --user ann', 'filebrowser trash ls --older-than 7d --json'],
  async run(call) {
    await withAdministration(call, async ({ administration: { db } }) => {
      const items = await itemsOf(db.read, call.options, 'newest');
      const isForPrograms = switchOf(call.options, JSON_OPTION.name) === true;
      call.print(isForPrograms ? jsonOf(items) : tableOf(items));
    });
  },
};

export const restoreTrashCommand: CliCommand = {
  arguments: [{ name: 'id', optional: true, many: true }],
  options: [
    ...SELECTION,
    { name: 'to', takes: 'folder', help: 'folder for the items; default: where each of them was' },
    {
      name: 'onConflict',
      takes: 'choice',
      help: 'where the name is taken: fail, rename or replace; default: fail',
    },
  ],
  settings: SETTINGS,
  details: `Restores items by their id in "trash ls", or those that --user and --older-than
select. Creates missing folders; shares of the items work again. Ends with status 1 if
an item stays in the trash. Works while the server runs.`,
  examples: [
    'filebrowser trash restore 17',
    'filebrowser trash restore --user ann --to /recovered --on-conflict rename',
  ],
  async run(call) {
    const onConflict =
      choiceOf(call.options, 'onConflict', ['fail', 'rename', 'replace']) ?? 'fail';
    const typed = call.options.get('to');
    const folder = typed === undefined ? undefined : requireFolder(typed);
    return forSelected(call, async (tree, trash) => {
      const to = folder ? requireChildPath(folder, nameOf(trash.source)) : trash.source;
      const actor = actorFor(trash);
      const { result } = await restoreEntry(tree, actor, { trash, to, onConflict }, CONTROL);
      return `restored: ${result.path}`;
    });
  },
};

export const emptyTrashCommand: CliCommand = {
  options: [...SELECTION, { name: 'yes', help: 'delete everything, also without a selection' }],
  settings: SETTINGS,
  details: `Deletes items in the trash for good: those that --user and --older-than select, or
everything with --yes. Ends with status 1 if an item stays. Works while the server runs.`,
  examples: ['filebrowser trash empty --older-than 7d', 'filebrowser trash empty --yes'],
  async run(call) {
    const isSelected = call.options.has('user') || call.options.has('olderThan');
    if (!isSelected && switchOf(call.options, 'yes') !== true)
      throw new StartupError('this deletes the whole trash for good. Confirm it with --yes');
    return forSelected(call, async (tree, trash) => {
      await purgeTrash(tree, trash, { signal: NEVER });
      return `deleted: ${trash.source}`;
    });
  },
};

const CONTROL: OperationControl = {
  cancelled: NEVER,
  stopping: NEVER,
  reportTotals: () => undefined,
  reportProgress: () => undefined,
};

/** Does the work for each selected item, and prints what has become of it. An item that fails does not keep the others from it. */
async function forSelected(
  call: CliCall,
  work: (tree: Tree, trash: StoredTrash) => Promise<string>,
): Promise<0 | 1> {
  return withAdministration(call, async ({ administration: { db }, openRoot }) => {
    const tree = openTree(db, openRoot());
    const items = await selectedItems(db.read, call);
    let left = 0;
    for (const trash of items) {
      try {
        if (await isInUse(db.read, trash)) throw new AppError('locked', 'the server is using it');
        call.print(await work(tree, trash));
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'root-missing') throw error;
        left += 1;
        call.printNotice(`${trash.source} (${trash.id}) stays in the trash: ${error.message}`);
      }
    }
    if (items.length === 0) call.printNotice('no such items in the trash');
    return left === 0 ? 0 : 1;
  });
}

/** Returns true for an item that a running or interrupted operation is about. */
async function isInUse(db: Reader, { path }: StoredTrash): Promise<boolean> {
  return (await listOperations(db)).some(
    (operation) =>
      ('temporary' in operation && operation.temporary === path) ||
      ('source' in operation && operation.source === path),
  );
}

async function selectedItems(db: Reader, call: CliCall): Promise<readonly StoredTrash[]> {
  if (call.arguments.length === 0) {
    const isSelected = call.options.has('user') || call.options.has('olderThan');
    if (!isSelected && !call.options.has('yes'))
      throw new StartupError('name the items by their ids in "trash ls", or select with --user');
    return itemsOf(db, call.options, 'oldest');
  }
  const items: StoredTrash[] = [];
  for (const typed of call.arguments) {
    const trash = await findTrash(db, /^\d{1,15}$/.test(typed) ? Number(typed) : 0);
    if (trash?.purpose !== 'deleted')
      throw new StartupError(`no item "${typed}" is in the trash; see trash ls`);
    items.push(trash);
  }
  return items;
}

async function itemsOf(
  db: Reader,
  options: Options,
  order: 'newest' | 'oldest',
): Promise<readonly StoredTrash[]> {
  const typed = options.get('user');
  const userId = typed === undefined ? undefined : (await userNamed(db, typed)).id;
  const before = beforeOf(options);
  const items: StoredTrash[] = [];
  for await (const slice of trashByTime(db, { purpose: 'deleted', userId, order }))
    items.push(...slice.filter(({ deletedAt }) => deletedAt < before));
  return items;
}

function beforeOf(options: Options): number {
  const typed = options.get('olderThan');
  if (typed === undefined) return Infinity;
  const age = parseDuration(typed);
  if (age !== undefined && age >= 0) return Date.now() - age;
  throw new StartupError(`--older-than has to be a time such as 24h or 30d, not "${typed}"`);
}

function requireFolder(typed: string): TreePath {
  const path = parseTreePath(typed);
  if (path === undefined) throw new StartupError(`"${typed}" is not a path below the root`);
  return path;
}

/** The person at the shell may do everything. The history of users does not list it. */
function actorFor({ userId = 0, username }: StoredTrash): Actor {
  const view = { root: ROOT, home: ROOT, rules: [], hideDotfiles: false, protectedPaths: [] };
  return {
    kind: 'user',
    userId,
    username,
    account: '',
    permissions: new Set(PERMISSIONS),
    view,
    ...visibilityOf(view),
    action: { kind: 'undo' },
  };
}

function jsonOf(items: readonly StoredTrash[]): string {
  const records = items.map((item) => ({
    id: item.id,
    path: item.source,
    kind: item.kind,
    bytes: item.size ?? null,
    entries: item.entries ?? null,
    deleted: new Date(item.deletedAt).toISOString(),
    deletedBy: item.username,
  }));
  return JSON.stringify(records, undefined, 2);
}

function tableOf(items: readonly StoredTrash[]): string {
  const rows = items.map(({ id, deletedAt, username, size, source }) => [
    `${id}`,
    timeText(deletedAt),
    username,
    size === undefined ? '' : sizeText(size),
    source,
  ]);
  return table([['ID', 'Deleted', 'By', 'Size', 'Path'], ...rows]);
}
