import { z } from 'zod';
import type { Writer } from './database.ts';

/** A request of a user about a job in progress. */
const AskedOfJob = z.object({
  action: z.enum(['pause', 'resume', 'cancel']),
  keepsPart: z.boolean(),
});
export type AskedOfJob = Readonly<z.infer<typeof AskedOfJob>>;

/** A stored request. One that was refused stays until the server that has stored it reads that, or stores another one. */
const StoredAsked = AskedOfJob.extend({ isRefused: z.literal(true).optional() });

/** Returns what is stored of a request. Always in this order, because it is compared. */
export function askedText({ action, keepsPart }: AskedOfJob, answer?: 'refused'): string {
  return JSON.stringify({ action, keepsPart, ...(answer && { isRefused: true }) });
}

/** Returns a stored request that is neither done nor refused. */
export function pendingAsked(text: string | null): AskedOfJob | undefined {
  if (text === null) return undefined;
  const { isRefused, ...asked } = StoredAsked.parse(JSON.parse(text));
  return isRefused === true ? undefined : asked;
}

/** Stores that what a user has asked of a job is done or refused, unless something else has been asked in the meantime. */
export async function answerAsked(
  tx: Writer,
  id: number,
  asked: AskedOfJob,
  answer: 'done' | 'refused',
): Promise<void> {
  await tx
    .updateTable('job')
    .set({ asked: answer === 'done' ? null : askedText(asked, answer) })
    .where('id', '=', id)
    .where('asked', '=', askedText(asked))
    .execute();
}

/** Returns true if this request for a job was refused, and removes it then. */
export async function takeRefusal(tx: Writer, id: number, asked: AskedOfJob): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set({ asked: null })
    .where('id', '=', id)
    .where('asked', '=', askedText(asked, 'refused'))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
