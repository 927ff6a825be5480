import type { Database } from '../metadata/database.ts';
import { insertOperation, type NewOperation } from '../metadata/operation-journal.ts';
import type { HeldShare } from '../metadata/shared-items.ts';
import { treePath } from './stored-records.ts';

/** Stores an operation in the journal, as a crash leaves it. Returns its id. */
export function interrupt(
  db: Pick<Database, 'write'>,
  operation: NewOperation,
  shares: readonly HeldShare[] = [],
): Promise<number> {
  return db.write((tx) => insertOperation(tx, operation, { userId: undefined, shares }));
}

type Transfer = NewOperation<'copy' | 'move'>;

/** Returns a copy without a source, or a move with one. */
export function aTransfer(
  state: Exclude<Transfer['state'], 'settling'>,
  {
    from,
    to,
    original,
  }: { readonly from: string; readonly to: string; readonly original?: string },
  differing: Partial<Pick<Transfer, 'replaces' | 'item' | 'folderEvidence'>> = {},
): Transfer {
  const common = { target: treePath(to), replaces: false, ...differing };
  if (state === 'renaming') return { kind: 'move', state, source: treePath(from), ...common };
  const temporary = treePath(from);
  if (original !== undefined)
    return { kind: 'move', state, source: treePath(original), temporary, ...common };
  if (state === 'moving-into') throw new Error('a move needs its original');
  return { kind: 'copy', state, temporary, ...common };
}

/** Returns the removal of a temporary file, or of a folder that was hidden before. */
export function aRemoval(
  temporary: string,
  {
    formerly,
    folderEvidence,
  }: { readonly formerly?: string; readonly folderEvidence?: string } = {},
): NewOperation<'discard' | 'delete'> {
  const common = { state: 'removing', temporary: treePath(temporary), folderEvidence } as const;
  if (formerly === undefined) return { kind: 'discard', ...common };
  return { kind: 'delete', source: treePath(formerly), ...common };
}
