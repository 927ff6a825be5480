import { createHash } from 'node:crypto';
import { parentOf, ROOT, type TreePath } from '#contract/paths.ts';
import { type RawBuilder, sql } from 'kysely';
import { beginningOfShortened, shortened } from '../lib/shortened.ts';

/** Maximum length of the paths of audit entries, which are `shortened` otherwise. UTF-16 units. */
export const MAX_PATH_LENGTH = 512;

/** Maximum number of digests for a path, so that no client fills the log with deep folders. */
const MAX_DIGESTS = 64;
/** Stands for further folders, whose digests are left out. */
const OTHERS = '*';

/** Returns a path as an audit entry stores it. */
export function auditedPath(path: string): string {
  return shortened(path, MAX_PATH_LENGTH);
}

/**
 * Returns digests of the paths that are shortened, and of the folders above them whose paths are not whole in what is kept, as one text.
 * They tell long paths with the same beginning apart. Undefined if no path is shortened.
 */
export function digestsOfFolders(paths: readonly (string | undefined)[]): string | undefined {
  const digests: string[] = [];
  for (const path of paths) {
    if (path === undefined || path.length <= MAX_PATH_LENGTH) continue;
    // Paths of entries about items are TreePaths. Of other texts, the digests match nothing.
    let folder = path as TreePath;
    for (let count = 0; count < MAX_DIGESTS && isCut(folder); count += 1) {
      digests.push(digestOf(folder));
      folder = parentOf(folder);
    }
    if (isCut(folder)) digests.push(OTHERS);
  }
  return digests.length === 0 ? undefined : ` ${digests.join(' ')} `;
}

/** Returns true if a shortened path below this one does not begin with the whole of it. */
function isCut(path: TreePath): boolean {
  return beginningOfShortened(`${path}/`, MAX_PATH_LENGTH) !== undefined;
}

function digestOf(path: TreePath): string {
  return createHash('sha256').update(path).digest('base64url').slice(0, 8);
}

/**
 * Matches entries about a path or anything below it. Compares beginnings, because characters such as `%` have a meaning in patterns. Entries of
 * earlier versions have no digests; of their shortened paths, only the kept beginning is compared.
 */
export function isAboutPath(path: TreePath): RawBuilder<boolean> {
  const below = path === ROOT ? ROOT : `${path}/`;
  const cut = beginningOfShortened(below, MAX_PATH_LENGTH);
  const columns = ['about', 'destination'].map((name) => sql.ref(name));
  const matches = columns.map((column) => sql`${column} = ${path} or ${beginsWith(column, below)}`);
  if (cut !== undefined) {
    const digests = sql.ref('folders');
    const contains = (text: string) =>
      sql`replace(${digests}, cast(${text} as text), '') <> ${digests}`;
    const isKnown = sql`${digests} is null or ${contains(` ${digestOf(path)} `)} or ${contains(OTHERS)}`;
    const begins = columns.map((column) => beginsWith(column, cut));
    matches.push(sql`(${sql.join(begins, sql` or `)}) and (${isKnown})`);
  }
  return sql<boolean>`(${sql.join(matches, sql` or `)})`;
}

function beginsWith(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql`substr(${column}, 1, length(cast(${text} as text))) = ${text}`;
}
