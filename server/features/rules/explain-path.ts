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
import { placeInLists } from './try-rules.ts';
import { decidingRule, decideVisibility } from '../../policy/visibility.ts';

export interface ExplainService {
  readonly tree: Tree;
  readonly db: Database;
  readonly protectedPlaces: readonly TreePath[];
}

/** The table has a row for each. */
const ACTIONS = Object.keys(NEEDED_PERMISSION) as FileAction[];
/** They are about a link itself, the others about what it leads to. */
const ABOUT_LINKS: ReadonlySet<FileAction> = new Set(['rename', 'delete']);

/** What is at a path that has been asked for. */
interface Found {
  readonly missing: boolean;
  /** With no link in it: where what the path means lies, or would lie; undefined when that leads nowhere. */
  readonly target: TreePath | undefined;
  /** The same of the name itself, which may be that of a link. */
  readonly own: TreePath | undefined;
  /** A link leads out of the scope, which refuses what is about its target, or everything. */
  readonly leavesScope: 'target' | 'path' | undefined;
}

/** May this user do this here, and who says so? By the functions that decide about their own requests. */
export async function explainPath(
  { tree, db, protectedPlaces }: ExplainService,
  user: StoredUser,
  seen: TreePath,
): Promise<Explanation> {
  const { rules: global } = await readGlobalSettings(db.read);
  const foldsCase = !tree.driver.features.caseSensitive;
  const actor = actorOfUser(user, { globalRules: global, protectedPlaces, foldsCase });
  // A stored scope that is no path: such a user reaches nothing.
  if (actor === undefined) return { path: seen, missing: true, refusals: refusedAlike('scope') };
  const path = toTreePath(actor, seen);
  const found = await find(tree, actor, path);
  const { target, missing } = found;
  const decidedBy = ruleAt(actor, [path, target], { global, user: user.rules });
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
    // A link on the way leads out, or nowhere; or the name is one that nobody sees.
    if (!(error instanceof AppError)) throw error;
    if (error.code !== 'forbidden' && error.code !== 'not-found') throw error;
    const leavesScope = error.code === 'forbidden' ? 'path' : undefined;
    return { missing: true, target: undefined, own: undefined, leavesScope };
  }
}

function foundIn(entry: EntryResolution): Found {
  if (entry.kind === 'missing') {
    const place = entry.missing.reduce<TreePath>(requireChildPath, entry.ancestor);
    return { missing: true, target: place, own: place, leavesScope: undefined };
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

/** As requests are judged: first the path that is asked for, then the place it leads to. */
function refusalOf(
  actor: Actor,
  action: FileAction,
  path: TreePath,
  { target, own, leavesScope }: Found,
): RefusalReason | undefined {
  const isAboutLink = ABOUT_LINKS.has(action);
  const asked = decide(actor, action, path);
  if (asked !== 'allowed') return asked;
  if (leavesScope === 'path' || (leavesScope === 'target' && !isAboutLink)) return 'scope';
  const place = isAboutLink ? own : target;
  const there = place === undefined ? 'allowed' : decide(actor, action, place);
  return there === 'allowed' ? undefined : there;
}

/** Of the place that is refused; where none is, of the first about which a rule says anything. */
function ruleAt(
  actor: Actor,
  places: readonly (TreePath | undefined)[],
  lists: { readonly global: readonly Rule[]; readonly user: readonly Rule[] },
): DecidingRule | undefined {
  const known = places.filter((place) => place !== undefined);
  const refused = known.find((place) => decideVisibility(actor, place) === 'rule');
  const indexes = (refused === undefined ? known : [refused]).map((place) =>
    decidingRule(actor, place),
  );
  return placeInLists(
    indexes.find((index) => index !== undefined),
    lists,
  );
}

function refusedAlike(reason: RefusalReason): Explanation['refusals'] {
  return Object.fromEntries(ACTIONS.map((action) => [action, reason]));
}
