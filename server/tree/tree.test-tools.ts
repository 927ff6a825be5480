import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ErrorCode } from '#contract/errors.ts';
import type { TreePath } from '#contract/paths.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Rule } from '#contract/users.ts';
import { expect, inject, onTestFinished } from 'vitest';
import { actorOfUser, type Actor } from '../access/actor.ts';
import type { TreeChange } from '../events/tree-changes.ts';
import { type Database, openDatabase } from '../metadata/database.ts';
import { listOperations, type OperationRecord } from '../metadata/operation-journal.ts';
import { listStarred, starItem } from '../metadata/user-items.ts';
import { insertUser } from '../metadata/users.ts';
import { AppError } from '../errors.ts';
import { createLogger } from '../logger.ts';
import { RecoveryLog } from './recovery-log.ts';
import { prepareRecovery } from './recover-operations.ts';
import { NO_EVENT_HOOKS } from '../programs/events/event-hooks.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { openLocalDriver } from '../storage/local/local-driver.ts';
import { wrapDriver } from '../testing/wrapped-driver.ts';
import { aStoredUser, treePath } from '../testing/stored-records.ts';
import '../testing/databases.ts';
import type { OperationControl } from './operation-control.ts';
import { KnownDigests } from './known-digests.ts';
import { OperationJournal } from './operation-journal.ts';
import { Completions } from './completions.ts';
import type { ConflictPolicy } from './conflict.ts';
import type { copyEntry } from './copy-entry.ts';
import type { moveEntry } from './move-entry.ts';
import { PathLocks } from './path-locks.ts';
import { SharedItems } from './shared-items.ts';
import type { Tree } from './tree.ts';
import { Versions } from './versions.ts';
import type { Survey } from '../storage/walk-outcomes.ts';

export interface TestTree {
  readonly tree: Tree;
  readonly db: Database;
  /** Absolute path of the served folder. */
  readonly root: string;
  /** Announced changes. */
  readonly changes: TreeChange[];
  /** Contents of each file by its path, including temporary files. The path of an empty folder ends with a slash. */
  filesOnDisk(): Promise<Record<string, string>>;
  /** Returns the operations in the journal. */
  journal(): Promise<OperationRecord[]>;
  /** Returns the former paths of the items that are recorded as deleted. */
  trashed(): Promise<string[]>;
  /** Stars an item for the user of the actors. */
  star(path: string): Promise<void>;
  starred(): Promise<string[]>;
}

/**
 * Opens a tree as the app does, on a temporary folder and a database of its own. Closed after the test.
 * @param files contents by path; a path that ends with a slash is an empty folder
 */
export async function openTestTree(
  files: Readonly<Record<string, string>> = {},
  {
    keepsDeleted = false,
    keepsVersions = false,
  }: { readonly keepsDeleted?: boolean; readonly keepsVersions?: boolean } = {},
): Promise<TestTree> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'filebrowser-tree-')));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const root = join(parent, 'root');
  await mkdir(root);
  for (const [path, contents] of Object.entries(files)) await layOut(join(root, path), contents);
  const file = join(parent, 'filebrowser.db');
  await copyFile(inject('migratedDatabase'), file);
  const db = await openDatabase({ kind: 'sqlite', file });
  const driver = openLocalDriver({ root });
  onTestFinished(async () => {
    await driver.close();
    await db.close();
  });
  const completions = new Completions();
  const changes: TreeChange[] = [];
  const tree = {
    driver,
    walks: driver.walks,
    sharedItems: new SharedItems(db, driver),
    digests: new KnownDigests(db),
    journal: new OperationJournal(db, completions, driver),
    locks: new PathLocks(),
    hooks: NO_EVENT_HOOKS,
    keeps: { deleted: keepsDeleted },
    versions: new Versions({
      db,
      driver,
      completions,
      isKept: () => Promise.resolve(keepsVersions),
    }),
    history: { record: () => undefined },
    changes: { announce: (change: TreeChange) => void changes.push(change) },
    sniff: false,
  };
  return {
    tree,
    db,
    root,
    changes,
    filesOnDisk: () => readFiles(root),
    journal: () => listOperations(db.read),
    async trashed() {
      const rows = await db.read.selectFrom('trash').select('source').execute();
      return rows.map(({ source }) => source);
    },
    async star(path) {
      await db.write(async (tx) => {
        await insertUser(tx, aStoredUser(), 0);
        await starItem(tx, { userId: 1, path: at(path), at: 1 }, 10);
      });
    },
    starred: async () => (await listStarred(db.read, 1)).map(({ path }) => path),
  };
}

async function layOut(path: string, contents: string): Promise<void> {
  await mkdir(path.endsWith('/') ? path : dirname(path), { recursive: true });
  if (!path.endsWith('/')) await writeFile(path, contents);
}

async function readFiles(root: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const shown = path.slice(root.length);
    if (entry.isFile()) files[shown] = await readFile(path, 'utf8');
    else if (entry.isDirectory() && (await readdir(path)).length === 0) files[`${shown}/`] = '';
  }
  return files;
}

export interface ActorOptions {
  /** Permissions that the actor lacks. It has all others except `admin`. */
  readonly without?: readonly Permission[];
  /** Paths that a rule denies, with everything below. */
  readonly denied?: readonly string[];
  readonly scope?: string;
  readonly hideDotfiles?: boolean;
  /** Files of the server itself. */
  readonly protectedPaths?: readonly string[];
}

export function anActor(options: ActorOptions = {}): Actor {
  const { without = [], denied = [], scope = '/', hideDotfiles = false } = options;
  const { perm: all } = aStoredUser();
  const perm = { ...all, ...Object.fromEntries(without.map((permission) => [permission, false])) };
  const rules = denied.map(denialOf);
  const user = { id: 1, username: 'anna', scope, perm, rules, hideDotfiles };
  const protectedPaths = (options.protectedPaths ?? []).map(treePath);
  const actor = actorOfUser(user, { globalRules: [], protectedPaths });
  if (actor === undefined) throw new Error(`bad scope in a test: ${scope}`);
  return actor;
}

function denialOf(path: string): Rule {
  return { regex: false, allow: false, path, regexp: { raw: '' } };
}

/** Returns the same tree as on a case-insensitive volume. */
export function caseInsensitive(tree: Tree): Tree {
  const unchanged = wrapDriver(tree.driver);
  const driver: StorageDriver = {
    ...unchanged,
    features: { ...unchanged.features, caseSensitive: false },
  };
  return { ...tree, driver };
}

/**
 * Returns the same tree on a disk that does not answer in time when a name is to be changed. `later` makes the change when the operation has
 * failed, as a thread does that has been stuck, and then recovers what was interrupted. With `isMade` false, the change is never made.
 */
export function answeringLate(
  opened: TestTree,
  { isMade = true }: { readonly isMade?: boolean } = {},
): TestTree & { later(beforeRecovery?: () => Promise<void>): Promise<void> } {
  let change: () => Promise<unknown> = () => Promise.reject(new Error('nothing was moved'));
  const driver = wrapDriver(opened.tree.driver, {
    moving(_move, step) {
      change = step;
      return Promise.reject(new AppError('not-answering', 'the disk does not answer'));
    },
  });
  return {
    ...opened,
    tree: { ...opened.tree, driver },
    async later(beforeRecovery) {
      if (isMade) await change();
      await beforeRecovery?.();
      const { run } = await prepareRecovery(
        opened.tree,
        new RecoveryLog(createLogger({ kind: 'off' })),
      );
      await run(new AbortController().signal);
    },
  };
}

/** Returns the control of an operation that is not cancelled, with the reported totals. */
export function aControl(): OperationControl & { readonly totals: readonly Survey[] } {
  const totals: Survey[] = [];
  return {
    cancelled: new AbortController().signal,
    stopping: new AbortController().signal,
    reportTotals: (survey) => void totals.push(survey),
    reportProgress: () => undefined,
    totals,
  };
}

/** Returns the part of an AppError that a test expects. */
export function failure(code: ErrorCode, refusal?: string): object {
  return refusal === undefined ? { code } : { code, refusal: { code: refusal } };
}

/** Expects a refusal that changes nothing on the disk. */
export async function expectRefused(
  opened: TestTree,
  attempt: () => Promise<unknown>,
  expected: object,
): Promise<void> {
  const before = await opened.filesOnDisk();
  await expect(attempt()).rejects.toMatchObject(expected);
  expect(await opened.filesOnDisk()).toEqual(before);
}

export const at: (path: string) => TreePath = treePath;

export interface TransferOptions extends ActorOptions {
  readonly onConflict?: ConflictPolicy;
  readonly control?: ReturnType<typeof aControl>;
}

/** Returns a function that copies or moves for an actor with all permissions, unless the options say otherwise. */
export function transferWith(transfer: typeof copyEntry | typeof moveEntry) {
  return async ({ tree }: TestTree, from: string, to: string, options: TransferOptions = {}) => {
    const { onConflict = 'fail', control = aControl(), ...actorOptions } = options;
    const request = { from: at(from), to: at(to), onConflict };
    return (await transfer(tree, anActor(actorOptions), request, control)).result;
  };
}
