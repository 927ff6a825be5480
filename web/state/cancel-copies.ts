import { cancelKeepingPart } from '../api/jobs.ts';
import { dialogs } from './dialogs.ts';
import { jobs, mayKeepPart } from './jobs.ts';
import type { RunningOperation } from './running-operations.ts';

/** Cancels an operation of this page. Asks before, if copies of folders are under way of which a part can be kept. */
export function cancelOperation({ underWay, cancel }: RunningOperation): void {
  const keys = new Set(underWay.map(({ key }) => key));
  const parts = jobs
    .getState()
    .jobs.map(({ job }) => job)
    .filter((job) => keys.has(job.key) && mayKeepPart(job));
  if (parts.length === 0) return cancel();
  dialogs.getState().open({
    kind: 'stop-copy',
    copied: parts.reduce((sum, { items }) => sum + items, 0),
    keep() {
      cancel(new Set(parts.map(({ key }) => key)));
      // One that has ended meanwhile is complete.
      for (const { id } of parts) void cancelKeepingPart(id).catch(() => undefined);
    },
    remove: cancel,
  });
}
