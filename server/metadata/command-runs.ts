import type { CommandRun, RunOutcome, Trigger } from '#contract/commands.ts';
import { flag, isStorableText } from './codec.ts';
import type { Reader, Writer } from './database.ts';

export type NewCommandRun = Omit<CommandRun, 'id'>;

/** A program may print anything, and a file may have any name: what no engine takes is shown as a strange character. */
export async function insertCommandRun(tx: Writer, run: NewCommandRun): Promise<void> {
  const { trigger, exitCode, isCut, ...facts } = run;
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
  };
  await tx.insertInto('commandRun').values(row).execute();
}

function storable(text: string): string {
  return isStorableText(text) ? text : text.replaceAll('\0', '\uFFFD').toWellFormed();
}

export interface CommandRunsAsked {
  /** Only what is older than the run with this id. */
  readonly before?: number | undefined;
  /** Without those that ended with 0. */
  readonly failedOnly?: boolean;
  readonly limit: number;
}

/** The latest first. */
export async function listCommandRuns(
  db: Reader,
  { before, failedOnly = false, limit }: CommandRunsAsked,
): Promise<CommandRun[]> {
  const rows = await db
    .selectFrom('commandRun')
    .selectAll()
    .$if(before !== undefined, (those) => those.where('id', '<', before ?? 0))
    .$if(failedOnly, (those) =>
      those.where((run) => run.or([run('outcome', '<>', 'exit'), run('exitCode', '<>', 0)])),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  // Only what `insertCommandRun` takes is ever stored.
  return rows.map(({ trigger, exitCode, ...row }) => ({
    ...row,
    kind: row.kind as CommandRun['kind'],
    ...(trigger !== null && { trigger: trigger as Trigger }),
    outcome: row.outcome as RunOutcome,
    ...(exitCode !== null && { exitCode }),
    isCut: row.isCut === 1,
  }));
}

/** Removes at most `most` runs that are older; resolves with how many there were. */
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

/** Leaves the latest `kept` ones, and removes at most `most` of the others; resolves with how many these were. */
export async function trimCommandRuns(tx: Writer, kept: number, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('commandRun')
    .where('id', 'in', (runs) =>
      runs.selectFrom('commandRun').select('id').orderBy('id', 'desc').offset(kept).limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
