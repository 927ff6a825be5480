import type { Kysely, Migration } from 'kysely';
import { type Engine, ID_COLUMN } from '../dialect.ts';

interface Former {
  unfinishedAct: {
    id: number;
    kind: string;
    fromFolder: string;
    fromName: string;
    toFolder: string;
    toName: string;
    replace: number;
    originalFolder: string | null;
    originalName: string | null;
    item: string | null;
    folderMark: string | null;
  };
  strayPart: {
    folder: string;
    partName: string;
    formerName: string | null;
    folderMark: string | null;
  };
  heldShare: { hash: string; fate: string };
  setting: { key: string; value: string };
  operation: {
    kind: string;
    state: string;
    startedAt: number;
    payload: string;
    shares: string | null;
  };
}

type Operation = Omit<Former['operation'], 'startedAt' | 'payload' | 'shares'> & {
  readonly payload: object;
};

/**
 * Replaces the three tables of the journal by one. Copies their rows, so that operations which a crash of the earlier version has interrupted are
 * recovered by this one.
 */
export function operations(engine: Engine): Migration {
  return {
    async up(given: Kysely<unknown>): Promise<void> {
      const id = ID_COLUMN[engine];
      await given.schema
        .createTable('operation')
        .addColumn('id', id.type, (column) => id.define(column))
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('userId', 'bigint')
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('startedAt', 'bigint', (column) => column.notNull())
        .addColumn('payload', 'text', (column) => column.notNull())
        .addColumn('shares', 'text')
        .execute();
      // Earlier steps have created the tables that are read here.
      const db = given as Kysely<Former>;
      await takeOver(db);
      for (const table of ['unfinishedAct', 'strayPart', 'heldShare'])
        await given.schema.dropTable(table).execute();
      // Names entries of the former tables. The next recovery stores it again.
      await db.deleteFrom('setting').where('key', '=', 'keptEntries').execute();
    },
  };
}

async function takeOver(db: Kysely<Former>): Promise<void> {
  const acts = await db.selectFrom('unfinishedAct').selectAll().orderBy('id').execute();
  const parts = await db.selectFrom('strayPart').selectAll().execute();
  const shares = await db.selectFrom('heldShare').selectAll().execute();
  for (const operation of [...acts.map(ofAct), ...parts.map(ofPart)])
    await insert(db, operation, null);
  // Which operation has held a share was not stored. Shares are settled after all operations.
  const held = { kind: 'discard', state: 'settling', payload: {} };
  if (shares.length > 0) await insert(db, held, JSON.stringify(shares));
}

async function insert(
  db: Kysely<Former>,
  { payload, ...operation }: Operation,
  shares: string | null,
): Promise<void> {
  const row = { ...operation, startedAt: Date.now(), payload: JSON.stringify(payload), shares };
  await db.insertInto('operation').values(row).execute();
}

function ofAct(act: Former['unfinishedAct']): Operation {
  const { kind: state, originalFolder, originalName, item, folderMark } = act;
  const from = pathOf(act.fromFolder, act.fromName);
  const common = {
    target: pathOf(act.toFolder, act.toName),
    replaces: act.replace === 1,
    ...(item !== null && { item }),
    ...(folderMark !== null && { folderMark }),
  };
  if (state === 'renaming') return { kind: 'move', state, payload: { source: from, ...common } };
  if (originalFolder === null || originalName === null)
    return { kind: 'copy', state, payload: { temporary: from, ...common } };
  const source = pathOf(originalFolder, originalName);
  return { kind: 'move', state, payload: { source, temporary: from, ...common } };
}

function ofPart({ folder, partName, formerName, folderMark }: Former['strayPart']): Operation {
  const payload = {
    temporary: pathOf(folder, partName),
    ...(folderMark !== null && { folderMark }),
  };
  if (formerName === null) return { kind: 'discard', state: 'removing', payload };
  const source = pathOf(folder, formerName);
  return { kind: 'delete', state: 'removing', payload: { source, ...payload } };
}

function pathOf(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}
