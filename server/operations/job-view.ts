import type { Job } from '#contract/jobs.ts';
import { nameOf, type TreePath, withoutPrefix } from '#contract/paths.ts';
import { withoutUndefined } from '../lib/without-undefined.ts';
import type { StoredJob } from '../metadata/jobs.ts';

/** A stored job, with its progress if it runs in this process. */
export type SeenJob = Omit<StoredJob, 'bootId' | 'operationId' | 'server' | 'asked'> & {
  readonly current?: string | undefined;
};

/** Returns a job as the API shows it, with paths as seen by a user whose home is `root`. */
export function describeJob(job: SeenJob, root: TreePath): Job {
  const { outcome } = job;
  const { errors = [], errorCount = errors.length, failure, kept, result } = outcome;
  return {
    id: job.id,
    key: job.key,
    kind: job.kind,
    user: job.username,
    from: seenPath(root, job.from),
    ...(job.to !== undefined && { to: seenPath(root, job.to) }),
    ...withoutUndefined({ count: (job.options.undo ?? job.options.trash)?.ids?.length }),
    options: withoutUndefined({
      onConflict: job.options.onConflict,
      permanent: job.options.permanent,
    }),
    state: job.state,
    items: job.items,
    bytes: job.bytes,
    ...(job.totalItems !== undefined && { totalItems: job.totalItems }),
    ...(job.totalBytes !== undefined && { totalBytes: job.totalBytes }),
    ...(job.current !== undefined && { current: job.current }),
    errors,
    errorCount,
    startedAt: new Date(job.startedAt).toISOString(),
    ...(job.endedAt !== undefined && { endedAt: new Date(job.endedAt).toISOString() }),
    ...(result !== undefined && { result: seenPath(root, result as TreePath) }), // Only TreePaths are stored.
    ...(failure && { failure }),
    ...(kept !== undefined && kept > 0 && { kept }),
  };
}

/** Returns a path as the user sees it; only the name of one outside the user's scope, which may have changed since. */
function seenPath(root: TreePath, path: TreePath): string {
  return withoutPrefix(root, path) ?? nameOf(path);
}
