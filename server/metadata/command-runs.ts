import type { CommandRun, RunOutcome, Trigger } from '#contract/commands.ts';
import { flag, isStorableText } from './codec.ts';
import type { Reader, Writer } from './database.ts';

export type NewCommandRun = Omit<CommandRun, 'id'>;

/**
 * Inserts a run and resolves with its id. A program may print anything, and a file may have any name: characters that an engine
 * cannot store are replaced.
 */
export async function insertCommandRun(tx: Writer, run: NewCommandRun): Promise<number> {
  const { trigger, exitCode, isCut, more = 0, ...facts } = run;
  const row = {
    ...facts,
    username: storable(run.username),
    line: storable(run.line),
    path: storable(run.path),
    output: storable(run.output),
    startedAt: Math.round(run.startedAt),
    durationMs: Math.round(run.durationMs),
    trigger: trigger ?? null,
    exitCode: exitCode ?? null,
    isCut: flag(isCut),
    more,
  };
  const { id } = await tx
    .insertInto('commandRun')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds to the number of runs that an entry stands for. Resolves with false if the entry has been removed. */
export async function addToCommandRun(tx: Writer, id: number, more: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('commandRun')
    .set((run) => ({ more: run('more', '+', more) }))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function storable(text: string): string {
  return isStorableText(text) ? text : text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** Selects runs from the log. */
export interface CommandRunsSearch {
  /** Lists only runs older than the one with this id. */
  readonly before?: number | undefined;
  /** Omits successful runs (exit code 0). */
  readonly failedOnly?: boolean;
  readonly limit: number;
}

/** Lists runs, the newest first. */
export async function listCommandRuns(
  db: Reader,
  { before, failedOnly = false, limit }: CommandRunsSearch,
): Promise<CommandRun[]> {
  const rows = await db
    .selectFrom('commandRun')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(failedOnly, (query) =>
      query.where((run) => run.or([run('outcome', '<>', 'exit'), run('exitCode', '<>', 0)])),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  // The casts are safe, because `insertCommandRun` is the only way to store runs.
  return rows.map(({ trigger, exitCode, more, ...row }) => ({
    ...row,
    kind: row.kind as CommandRun['kind'],
    ...(trigger !== null && { trigger: trigger as Trigger }),
    outcome: row.outcome as RunOutcome,
    ...(exitCode !== null && { exitCode }),
    isCut: row.isCut === 1,
    ...(more > 0 && { more }),
  }));
}

/** Removes at most `most` runs that started before `beforeMs`. Resolves with the number of removed runs. */
export async function removeCommandRuns(
  tx: Writer,
  beforeMs: number,
  most: number,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('commandRun')
    .where('id', 'in', (runs) =>
      runs.selectFrom('commandRun').select('id').where('startedAt', '<', beforeMs).limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Removes at most `most` runs whose id is not among the last `kept` ids. Resolves with the number of removed runs. Compares only
 * ids, so it is cheap enough to run after each insertion.
 */
export async function trimCommandRuns(tx: Writer, kept: number, most: number): Promise<number> {
  const last = await tx
    .selectFrom('commandRun')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return 0;
  const { numDeletedRows } = await tx
    .deleteFrom('commandRun')
    .where('id', 'in', (runs) =>
      runs
        .selectFrom('commandRun')
        .select('id')
        .where('id', '<=', last.id - kept)
        .orderBy('id')
        .limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
