import { isOpen, type Job } from '#contract/jobs.ts';
import { createStore } from 'zustand/vanilla';
import {
  sampleSpeed,
  SAMPLE_INTERVAL_MS,
  type SpeedMeter,
  startSpeedMeter,
} from './upload-speed.ts';

/** A job of the user, with its measured speed. */
export interface MeasuredJob {
  readonly job: Job;
  /** Undefined while the job does not run. */
  readonly meter: SpeedMeter | undefined;
}

/** Numbers of uploads. */
export interface ListedUploads {
  readonly all: number;
  /** Uploads that have not ended. */
  readonly open: number;
}

interface JobsState {
  /** The latest first. */
  readonly jobs: readonly MeasuredJob[];
  /** True while the panel is shown. */
  readonly isShown: boolean;
  /** Uploads of this page that the panel lists with the jobs. */
  readonly uploads: ListedUploads;
}

/** Jobs of the user on the server, and whether their panel is shown. */
export const jobs = createStore<JobsState>(() => ({
  jobs: [],
  isShown: false,
  uploads: { all: 0, open: 0 },
}));

/** Opens or closes the panel of the jobs. */
export function showJobs(isShown: boolean): void {
  jobs.setState({ isShown });
}

export function setListedUploads(uploads: ListedUploads): void {
  jobs.setState({ uploads });
}

/**
 * Replaces the jobs by those that the server has listed, except those that have changed `since` the list was requested. Returns
 * the jobs that have ended according to the list, and had not before.
 */
export function setJobs(
  listed: readonly Job[],
  since: readonly MeasuredJob[] = jobs.getState().jobs,
): readonly Job[] {
  const { jobs: known } = jobs.getState();
  const before = new Map(since.map((each) => [each.job.id, each]));
  const now = new Map(known.map((each) => [each.job.id, each]));
  const isNewer = (id: number) => before.get(id) !== now.get(id);
  const ids = new Set(listed.map(({ id }) => id));
  const added = known.filter(({ job: { id } }) => isNewer(id) && !ids.has(id));
  const others = listed.flatMap((job) => {
    if (!isNewer(job.id)) return measured(before.get(job.id), job);
    // Undefined for one that was removed.
    return now.get(job.id) ?? [];
  });
  jobs.setState({ jobs: [...added, ...others] });
  return listed.filter((job) => {
    const earlier = before.get(job.id);
    return !isNewer(job.id) && earlier !== undefined && isOpen(earlier.job) && !isOpen(job);
  });
}

/** Adds or replaces a job. Returns it as it was before; undefined for a new one. */
export function setJob(job: Job): Job | undefined {
  const { jobs: known } = jobs.getState();
  const before = known.find((each) => each.job.id === job.id);
  const now = measured(before, job);
  jobs.setState({
    jobs: before ? known.map((each) => (each === before ? now : each)) : [now, ...known],
  });
  return before?.job;
}

export function removeJob(id: number): void {
  jobs.setState(({ jobs: known }) => ({ jobs: known.filter(({ job }) => job.id !== id) }));
}

/** Returns the number of jobs that have not ended. */
export function countOpen(known: readonly MeasuredJob[]): number {
  return known.filter(({ job }) => isOpen(job)).length;
}

/**
 * Returns true for an unfinished copy of a folder whose copied items can be kept when it is cancelled. The folder
 * itself counts as one item.
 */
export function mayKeepPart({
  kind,
  items,
  state,
}: Pick<Job, 'kind' | 'items' | 'state'>): boolean {
  return kind === 'copy' && isOpen({ state }) && items > 1;
}

/**
 * Returns the progress from 0 to 1 and the amount that is left, in bytes or, for a job that transfers none, in items.
 * Undefined until the server has counted the items.
 */
export function progressOfJob({ bytes, totalBytes = 0, items, totalItems = 0 }: Job) {
  if (totalBytes > 0 && bytes > 0)
    return { share: Math.min(1, bytes / totalBytes), left: Math.max(0, totalBytes - bytes) };
  if (totalItems === 0) return undefined;
  return { share: Math.min(1, items / totalItems), left: Math.max(0, totalItems - items) };
}

/** Returns a job with its speed in bytes per second; in items, for a job that transfers no bytes. */
function measured(before: MeasuredJob | undefined, job: Job): MeasuredJob {
  if (job.state !== 'running') return { job, meter: undefined };
  const now = Date.now();
  const done = job.bytes > 0 ? job.bytes : job.items;
  const { meter } = before ?? {};
  if (meter === undefined || done < meter.bytes) return { job, meter: startSpeedMeter(done, now) };
  const isDue = now - meter.atMs >= SAMPLE_INTERVAL_MS;
  return { job, meter: isDue ? sampleSpeed(meter, done, now) : meter };
}
