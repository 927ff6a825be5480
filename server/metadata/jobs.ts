import {
  isOpen,
  JOB_KINDS,
  JobError,
  JobFailure,
  type JobKind,
  JobOptions,
  JobState,
} from '#contract/jobs.ts';
import { OperationOutcome } from '#contract/operations.ts';
import type { TreePath } from '#contract/paths.ts';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { type AskedOfJob, askedText, pendingAsked } from './asked-of-job.ts';
import type { Reader, Writer } from './database.ts';
import type { JobTable } from './schema.ts';

/** Items in the trash that a job is about. */
const TrashSelection = z.object({
  /** Undefined for everything that the user sees in the trash. */
  ids: z.array(z.int()).optional(),
  /** Bounds of the trash at the time of the request to delete everything: later items stay. Undefined in jobs of earlier versions. */
  bounds: z.object({ deletedAt: z.int(), id: z.int() }).optional(),
  /** Only what the user has deleted. */
  isOnlyOwn: z.boolean().optional(),
  /** True for a job about one item: an error of the item is then the failure of the job, and `to` is the whole new path of the item. */
  isSingle: z.boolean().optional(),
});

/** Options of a job, and whether it is cancelled when its client leaves. */
const StoredOptions = JobOptions.extend({
  endsWithClient: z.boolean().optional(),
  trash: TrashSelection.optional(),
  /** Operations of the history that a job undoes, in this order. */
  undo: z.object({ ids: z.array(z.int()) }).optional(),
  /** Path of an earlier result, which a retry of a copy completes. */
  completes: z.string().optional(),
  /** True for a copy that was asked to end with what is copied, also after a restart. */
  endsWithPart: z.boolean().optional(),
});
export type StoredJobOptions = Readonly<z.infer<typeof StoredOptions>>;

/** How a job has ended. */
const Outcome = z.object({
  /** Reply of the request, for clients that have lost it. */
  reply: OperationOutcome.optional(),
  /** Path of the result; a stored path is a TreePath. */
  result: z.string().optional(),
  failure: JobFailure.optional(),
  errors: z.array(JobError).optional(),
  errorCount: z.int().optional(),
  kept: z.int().optional(),
});
export type JobOutcome = Readonly<z.infer<typeof Outcome>>;

/** A stored job. Paths start at the root of the server; times are Unix milliseconds. */
export interface StoredJob {
  readonly id: number;
  readonly key: string;
  readonly kind: JobKind;
  readonly userId: number;
  readonly username: string;
  readonly from: TreePath;
  readonly to: TreePath | undefined;
  readonly options: StoredJobOptions;
  readonly state: JobState;
  readonly items: number;
  readonly bytes: number;
  readonly totalItems: number | undefined;
  readonly totalBytes: number | undefined;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  /** Id of the journal record; undefined before its first step, and when it has ended. */
  readonly operationId: number | undefined;
  /** Id of the boot of the machine during which the job has run last. */
  readonly bootId: string | undefined;
  readonly outcome: JobOutcome;
  /** The server of a cluster that works on the job, or did; undefined for a server alone. */
  readonly server: string | undefined;
  /** Set while a user asks something of the job through another server than the one that works on it, until that one has done or refused it. */
  readonly asked: AskedOfJob | undefined;
}

export type NewJob = Omit<StoredJob, 'id'>;

/** Columns that change while a job runs. */
export type JobStep = Partial<
  Pick<
    StoredJob,
    | 'state'
    | 'items'
    | 'bytes'
    | 'totalItems'
    | 'totalBytes'
    | 'endedAt'
    | 'operationId'
    | 'bootId'
    | 'outcome'
    | 'key'
    | 'options'
    | 'startedAt'
    | 'server'
    | 'asked'
  >
>;

const OPEN = JobState.options.filter((state) => isOpen({ state }));
const Kind = z.enum(JOB_KINDS);

/** Stores a new job. Returns its id. */
export async function insertJob(tx: Writer, job: NewJob): Promise<number> {
  const { id } = await tx
    .insertInto('job')
    .values({
      operationKey: job.key,
      kind: job.kind,
      userId: job.userId,
      username: job.username,
      fromPath: job.from,
      toPath: job.to ?? null,
      options: JSON.stringify(job.options),
      state: job.state,
      items: job.items,
      bytes: job.bytes,
      totalItems: job.totalItems ?? null,
      totalBytes: job.totalBytes ?? null,
      startedAt: job.startedAt,
      endedAt: job.endedAt ?? null,
      operationId: job.operationId ?? null,
      bootId: job.bootId ?? null,
      outcome: JSON.stringify(job.outcome),
      server: job.server ?? null,
      asked: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores a change of a job. A key with the value undefined clears its column. */
export async function updateJob(tx: Writer, id: number, step: JobStep): Promise<void> {
  const { outcome, options, key, asked, ...columns } = step;
  const values = Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, value ?? null]),
  );
  await tx
    .updateTable('job')
    .set({
      ...values,
      ...(key !== undefined && { operationKey: key }),
      ...(options && { options: JSON.stringify(options) }),
      ...(outcome && { outcome: JSON.stringify(outcome) }),
      ...('asked' in step && { asked: asked === undefined ? null : askedText(asked) }),
    })
    .where('id', '=', id)
    .execute();
}

export async function findJob(db: Reader, id: number): Promise<StoredJob | undefined> {
  if (!Number.isSafeInteger(id)) return undefined;
  const row = await db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst();
  return row && jobFromRow(row);
}

/** Lists the latest jobs of a user, or of all users, the latest first. */
export async function listJobs(
  db: Reader,
  { userId, most }: { readonly userId: number | undefined; readonly most: number },
): Promise<StoredJob[]> {
  const rows = await db
    .selectFrom('job')
    .selectAll()
    .$if(userId !== undefined, (jobs) => jobs.where('userId', '=', userId ?? 0))
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(jobFromRow);
}

/** Returns the latest job of a user with a key. */
export async function findJobByKey(
  db: Reader,
  userId: number,
  key: string,
): Promise<StoredJob | undefined> {
  const row = await db
    .selectFrom('job')
    .selectAll()
    .where('userId', '=', userId)
    .where('operationKey', '=', key)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && jobFromRow(row);
}

/** Lists the jobs of a server for which a user has asked something that is neither done nor refused. */
export async function listAskedJobs(db: Reader, server: string): Promise<StoredJob[]> {
  const rows = await db
    .selectFrom('job')
    .selectAll()
    .where('server', '=', server)
    .where('asked', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(jobFromRow).filter(({ asked }) => asked !== undefined);
}

/** Lists the jobs that have not ended, in the order in which they have begun. */
export async function listOpenJobs(db: Reader): Promise<StoredJob[]> {
  const rows = await db
    .selectFrom('job')
    .selectAll()
    .where('state', 'in', OPEN)
    .orderBy('id')
    .execute();
  return rows.map(jobFromRow);
}

/** Lists the jobs that have ended since a time, the oldest first. */
export async function listEndedJobs(db: Reader, sinceMs: number): Promise<StoredJob[]> {
  const rows = await db
    .selectFrom('job')
    .selectAll()
    .where('endedAt', '>=', sinceMs)
    .orderBy('endedAt')
    .execute();
  return rows.map(jobFromRow);
}

/** Deletes a job that has ended. Returns false when there is none. */
export async function deleteEndedJob(tx: Writer, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('job')
    .where('id', '=', id)
    .where('endedAt', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes at most `most` jobs that have ended before `beforeMs`. Resolves with their number. */
export async function removeOldJobs(tx: Writer, beforeMs: number, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('job')
    .where('id', 'in', (jobs) =>
      jobs.selectFrom('job').select('id').where('endedAt', '<', beforeMs).limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the job of a row. The casts are safe, because these columns only contain TreePaths. */
function jobFromRow(row: Selectable<JobTable>): StoredJob {
  return {
    id: row.id,
    key: row.operationKey,
    kind: Kind.parse(row.kind),
    userId: row.userId,
    username: row.username,
    from: row.fromPath as TreePath,
    to: (row.toPath as TreePath | null) ?? undefined,
    options: StoredOptions.parse(JSON.parse(row.options)),
    state: JobState.parse(row.state),
    items: row.items,
    bytes: row.bytes,
    totalItems: row.totalItems ?? undefined,
    totalBytes: row.totalBytes ?? undefined,
    startedAt: row.startedAt,
    endedAt: row.endedAt ?? undefined,
    operationId: row.operationId ?? undefined,
    bootId: row.bootId ?? undefined,
    outcome: Outcome.parse(JSON.parse(row.outcome ?? '{}')),
    server: row.server ?? undefined,
    asked: pendingAsked(row.asked),
  };
}
