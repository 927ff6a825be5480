import { randomUUID } from 'node:crypto';
import type { StoredJob } from '../metadata/jobs.ts';

/** The fields of a job that change when it is run again. */
type Retried = Pick<
  StoredJob,
  | 'key'
  | 'state'
  | 'options'
  | 'items'
  | 'bytes'
  | 'startedAt'
  | 'endedAt'
  | 'operationId'
  | 'outcome'
>;

/**
 * Returns how a job is run again: one that failed, was cancelled, or is done but has left entries. A copy that is done is not run again: one that
 * could not read entries has failed, and others would be left out again. A copy or move that has done a part merges the rest with it. Returns
 * undefined for other jobs.
 */
export function retriedJob({
  kind,
  state,
  outcome,
  options: before,
}: StoredJob): Retried | undefined {
  const { endsWithPart: _, ...options } = before;
  const hasLeft = (outcome.errorCount ?? 0) > 0 && kind !== 'copy';
  const mayRetry = state === 'failed' || state === 'cancelled' || (state === 'done' && hasLeft);
  if (!mayRetry) return undefined;
  const isTransfer = kind === 'copy' || kind === 'move';
  const completes = kind === 'copy' && state !== 'done' ? outcome.result : undefined;
  const merges = completes !== undefined || (isTransfer && (hasLeft || (outcome.kept ?? 0) > 0));
  return {
    key: randomUUID(),
    state: 'queued',
    options: merges
      ? { ...options, onConflict: 'replace', ...(completes !== undefined && { completes }) }
      : options,
    items: 0,
    bytes: 0,
    startedAt: Date.now(),
    endedAt: undefined,
    operationId: undefined,
    outcome: {},
  };
}
