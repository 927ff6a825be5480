import type { TreePath } from '#contract/paths.ts';
import { sql } from 'kysely';
import type { Writer } from './database.ts';
import { moveOperations } from './operation-journal.ts';
import { moveShares } from './shared-items.ts';

/** Updates everything that refers to an entry that has moved, or to what is below it: shares, uploads and operations. */
export async function followMove(tx: Writer, from: TreePath, to: TreePath): Promise<void> {
  // SQL takes the lengths, because both engines count characters and JavaScript counts UTF-16 units.
  const length = sql`length(cast(${from} as text))`;
  const head = sql<string>`substr(folder, 1, ${length} + 1)`;
  const folder = sql<string>`cast(${to} as text) || substr(folder, ${length} + 1)`;
  await tx
    .updateTable('upload')
    .set({ folder })
    .where((is) => is.or([is('folder', '=', from), is(head, '=', `${from}/`)]))
    .execute();
  await moveOperations(tx, from, to);
  await moveShares(tx, { from, to });
}
