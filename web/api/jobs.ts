import {
  type Job,
  type JobAction,
  jobActionUrl,
  jobsUrl,
  jobUrl,
  keepPartUrl,
} from '#contract/jobs.ts';
import { call, callJson } from './http.ts';

/** Returns the latest jobs of the user, the latest first. */
export function listJobs(signal: AbortSignal): Promise<Job[]> {
  return callJson<Job[]>('GET', jobsUrl(), { signal });
}

/** Pauses, resumes, cancels or retries a job. Throws ApiError 423 if its state does not allow that any more. */
export function actOnJob(id: number, action: JobAction): Promise<Job> {
  return callJson<Job>('POST', jobActionUrl(id, action));
}

/** Cancels the copy of a folder, and keeps what is copied. Throws ApiError 423 if it has ended. */
export function cancelKeepingPart(id: number): Promise<Job> {
  return callJson<Job>('POST', keepPartUrl(id));
}

/** Forgets a job that has ended. */
export async function forgetJob(id: number): Promise<void> {
  await call('DELETE', jobUrl(id));
}
