import type { TreePath } from '#contract/paths.ts';
import { type FileAction, NEEDED_PERMISSION } from '#contract/permissions.ts';
import type { DecidingRule, Explanation, RefusalReason } from '#contract/rules.ts';
import type { Rule } from '#contract/users.ts';
import { type Actor, actorOfUser } from '../../access/actor.ts';
import { decide } from '../../access/decide.ts';
import { toActorPath, toTreePath } from '../../access/actor-paths.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../metadata/database.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import type { StoredUser } from '../../metadata/users.ts';
import { requireChildPath } from '../../tree/entry-paths.ts';
import { resolveEntry, type EntryResolution } from '../../tree/resolve-entry.ts';
import type { Tree } from '../../tree/tree.ts';
import { positionInLists } from './try-rules.ts';
import { decidingRule, decideVisibility } from '../../policy/visibility.ts';

export interface ExplainService {
  readonly tree: Tree;
  readonly db: Database;
  readonly protectedPaths: readonly TreePath[];
}

/** All actions; the table of the page has a row for each. */
const ACTIONS = Object.keys(NEEDED_PERMISSION) as FileAction[];
/** Actions on a symlink itself. All others apply to its target. */
const SYMLINK_ACTIONS: ReadonlySet<FileAction> = new Set(['rename', 'delete']);

/** The entry at the explained path. */
interface Found {
  readonly missing: boolean;
  /** The resolved path, also of a missing entry; undefined for a broken symlink. */
  readonly target: TreePath | undefined;
  /** The resolved path of the entry itself, which may be a symlink. */
  readonly own: TreePath | undefined;
  /** Set if a symlink leads out of the scope, which refuses actions on its target, or all actions. */
  readonly leavesScope: 'target' | 'path' | undefined;
}

/**
 * Explains which actions a user may do at a path, and which rule decides. Uses the same functions as the user's
 * requests.
 */
export async function explainPath(
  { tree, db, protectedPaths }: ExplainService,
  user: StoredUser,
  seen: TreePath,
): Promise<Explanation> {
  const { rules: global } = await readGlobalSettings(db.read);
  const foldsCase = !tree.driver.features.caseSensitive;
  const actor = actorOfUser(user, { globalRules: global, protectedPaths, foldsCase });
  // A stored scope that is not a valid path gives no access.
  if (actor === undefined) return { path: seen, missing: true, refusals: refusedAlike('scope') };
  const path = toTreePath(actor, seen);
  const found = await find(tree, actor, path);
  const { target, own, missing } = found;
  const decidedBy = ruleAt(actor, [path, target, own], { global, user: user.rules });
  return {
    path: seen,
    ...(target !== undefined && target !== path && { leadsTo: toActorPath(actor, target) }),
    missing,
    ...(decidedBy && { decidedBy }),
    refusals: refusalsAt(actor, path, found),
  };
}

async function find(tree: Tree, actor: Actor, path: TreePath): Promise<Found> {
  try {
    return foundIn(await resolveEntry(tree, actor, path));
  } catch (error) {
    // A symlink on the path leads out or is broken, or the name is hidden from everyone.
    if (!(error instanceof AppError)) throw error;
    if (error.code !== 'forbidden' && error.code !== 'not-found') throw error;
    const leavesScope = error.code === 'forbidden' ? 'path' : undefined;
    return { missing: true, target: undefined, own: undefined, leavesScope };
  }
}

function foundIn(entry: EntryResolution): Found {
  if (entry.kind === 'missing') {
    const newPath = entry.missing.reduce<TreePath>(requireChildPath, entry.ancestor);
    return { missing: true, target: newPath, own: newPath, leavesScope: undefined };
  }
  const { own, target } = entry;
  if (!(target instanceof AppError)) {
    return {
      missing: false,
      target: target.resolvedPath,
      own: own.resolvedPath,
      leavesScope: undefined,
    };
  }
  const leavesScope = target.code === 'forbidden' ? 'target' : undefined;
  return { missing: false, target: undefined, own: own.resolvedPath, leavesScope };
}

function refusalsAt(actor: Actor, path: TreePath, found: Found): Explanation['refusals'] {
  const refusals: Partial<Record<FileAction, RefusalReason>> = {};
  for (const action of ACTIONS) {
    const reason = refusalOf(actor, action, path, found);
    if (reason !== undefined) refusals[action] = reason;
  }
  return refusals;
}

/** Returns why a request for the action would be refused. Authorizes like a request: first the requested path, then the resolved one. */
function refusalOf(
  actor: Actor,
  action: FileAction,
  path: TreePath,
  { target, own, leavesScope }: Found,
): RefusalReason | undefined {
  const isOnSymlink = SYMLINK_ACTIONS.has(action);
  const requested = decide(actor, action, path);
  if (requested !== 'allowed') return requested;
  if (leavesScope === 'path' || (leavesScope === 'target' && !isOnSymlink)) return 'scope';
  const resolvedPath = isOnSymlink ? own : target;
  const resolved = resolvedPath === undefined ? 'allowed' : decide(actor, action, resolvedPath);
  return resolved === 'allowed' ? undefined : resolved;
}

/**
 * Returns the rule that decides about the refused path; if none is refused, about the first path with a matching
 * rule.
 */
function ruleAt(
  actor: Actor,
  paths: readonly (TreePath | undefined)[],
  lists: { readonly global: readonly Rule[]; readonly user: readonly Rule[] },
): DecidingRule | undefined {
  const known = paths.filter((path) => path !== undefined);
  const refused = known.find((path) => decideVisibility(actor, path) === 'rule');
  const indexes = (refused === undefined ? known : [refused]).map((path) =>
    decidingRule(actor, path),
  );
  return positionInLists(
    indexes.find((index) => index !== undefined),
    lists,
  );
}

/** Returns the same refusal for all actions. */
function refusedAlike(reason: RefusalReason): Explanation['refusals'] {
  return Object.fromEntries(ACTIONS.map((action) => [action, reason]));
}
