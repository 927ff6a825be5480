import { runningThreads } from '../../lib/running-threads.ts';
import type { Family, Sample } from './exposition.ts';

/** What the threads have to do that list, walk, hash and pack, by kind. */
export function threadFamilies(): Family[] {
  const kinds = new Map<string, { threads: number; jobs: number; waiting: number }>();
  for (const { kind, jobs } of runningThreads()) {
    const count = jobs();
    const sum = kinds.get(kind) ?? { threads: 0, jobs: 0, waiting: 0 };
    sum.threads += 1;
    sum.jobs += count;
    sum.waiting += Math.max(0, count - 1);
    kinds.set(kind, sum);
  }
  const samplesOf = (figure: 'threads' | 'jobs' | 'waiting'): Sample[] =>
    [...kinds].map(([kind, sum]) => ({ labels: { kind }, value: sum[figure] }));
  return [
    {
      name: 'filebrowser_threads',
      type: 'gauge',
      help: 'Threads beside the main one; they start when there is something to do.',
      samples: samplesOf('threads'),
    },
    {
      name: 'filebrowser_thread_jobs',
      type: 'gauge',
      help: 'Jobs that threads have been given and not finished.',
      samples: samplesOf('jobs'),
    },
    {
      name: 'filebrowser_thread_jobs_waiting',
      type: 'gauge',
      help: 'Of these, those that wait for another on their thread, or take turns with it.',
      samples: samplesOf('waiting'),
    },
  ];
}
