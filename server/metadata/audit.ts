import type { AuditAct, AuditEntry } from '#contract/audit.ts';
import type { Trigger } from '#contract/commands.ts';
import { isStorableText } from './codec.ts';
import type { Reader, Writer } from './database.ts';

export type NewAuditEntry = Omit<AuditEntry, 'id'>;

/** Engines take only so many values in one statement. */
const MOST_AT_ONCE = 500;

/** In the order in which they are given. */
export async function insertAudit(tx: Writer, entries: readonly NewAuditEntry[]): Promise<void> {
  for (let start = 0; start < entries.length; start += MOST_AT_ONCE) {
    const rows = entries.slice(start, start + MOST_AT_ONCE).map(rowOf);
    await tx.insertInto('audit').values(rows).execute();
  }
}

/** Whoever signs in may give any name: what no engine takes is shown as a strange character. */
function rowOf({ username, about, destination, fields, failedCommand, ...facts }: NewAuditEntry) {
  return {
    ...facts,
    username: storable(username),
    about: storable(about),
    destination: destination === undefined ? null : storable(destination),
    fields: fields === undefined ? null : JSON.stringify(fields),
    failedCommand: failedCommand ?? null,
  };
}

function storable(text: string): string {
  return isStorableText(text) ? text : text.replaceAll('\0', '\uFFFD').toWellFormed();
}

export interface AuditAsked {
  /** Only what is older than the entry with this id. */
  readonly before?: number | undefined;
  readonly username?: string | undefined;
  readonly act?: AuditAct | undefined;
  /** Only what was refused or has failed, be it a command. */
  readonly failedOnly?: boolean;
  /** Only what had happened before. Unix milliseconds. */
  readonly untilMs?: number | undefined;
  readonly limit: number;
}

/** The latest first. */
export async function listAudit(
  db: Reader,
  { before, username, act, failedOnly = false, untilMs, limit }: AuditAsked,
): Promise<AuditEntry[]> {
  // What cannot be stored is nobody's name, and not every engine takes it in a question.
  if (username !== undefined && !isStorableText(username)) return [];
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .$if(before !== undefined, (those) => those.where('id', '<', before ?? 0))
    .$if(username !== undefined, (those) => those.where('username', '=', username ?? ''))
    .$if(act !== undefined, (those) => those.where('act', '=', act ?? ''))
    .$if(untilMs !== undefined, (those) => those.where('at', '<', untilMs ?? 0))
    .$if(failedOnly, (those) =>
      those.where((entry) =>
        entry.or([entry('status', '>=', 400), entry('failedCommand', 'is not', null)]),
      ),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  // Only what `insertAudit` takes is ever stored.
  return rows.map(({ act: done, destination, fields, failedCommand, ...row }) => ({
    ...row,
    act: done as AuditAct,
    ...(destination !== null && { destination }),
    ...(fields !== null && { fields: JSON.parse(fields) as string[] }),
    ...(failedCommand !== null && { failedCommand: failedCommand as Trigger }),
  }));
}

/** How many were older. */
export async function removeAudit(tx: Writer, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('audit')
    .where('at', '<', beforeMs)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Leaves the latest ones. How many were too many. */
export async function trimAudit(tx: Writer, kept: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('audit')
    .where('id', '<=', (entries) =>
      entries.selectFrom('audit').select('id').orderBy('id', 'desc').offset(kept).limit(1),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
