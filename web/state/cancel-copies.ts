import { cancelKeepingPart } from '../api/jobs.ts';
import { dialogs } from './dialogs.ts';
import { jobs, mayKeepPart } from './jobs.ts';
import type { RunningOperation } from './running-operations.ts';

/** Cancels an operation of this page. If it is copying folders, first asks whether to keep the items that are already copied. */
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
      // A copy that has ended in the meantime is complete, so its refusal is ignored.
      for (const { id } of parts) void cancelKeepingPart(id).catch(() => undefined);
    },
    remove: cancel,
  });
}
