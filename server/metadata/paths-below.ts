import { isWithin, ROOT, type TreePath } from '#contract/paths.ts';
import { type RawBuilder, sql } from 'kysely';

/** Matches a path in a column and everything below it, as ranges that use an index. '0' is the character after '/'. */
export function isAtOrBelow(column: string, path: TreePath): RawBuilder<boolean> {
  const stored = sql.ref(column);
  const prefix = path === ROOT ? '' : path;
  return sql<boolean>`(${stored} = ${path} or (${stored} >= ${`${prefix}/`} and ${stored} < ${`${prefix}0`}))`;
}

/** Returns the path that is stored after a move: unchanged, unless it is at or below `from`. */
export function movedPath(path: TreePath, from: TreePath, to: TreePath): TreePath {
  return isWithin(from, path) ? (`${to}${path.slice(from.length)}` as TreePath) : path;
}
