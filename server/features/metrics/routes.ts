import type { Health } from '#contract/health.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Previews } from '../../images/previews.ts';
import { runningThreads } from '../../lib/running-threads.ts';
import { EXPOSITION_TYPE, type Family, type Sample, writeExposition } from './exposition.ts';
import { gauge, ProcessMetrics } from './process-metrics.ts';
import { RequestMetrics } from './request-metrics.ts';
import { Traffic } from './traffic.ts';

export interface MetricsDependencies {
  readonly requests: RequestMetrics;
  readonly process: ProcessMetrics;
  readonly traffic: Traffic;
  readonly previews: Pick<Previews, 'counts' | 'waiting'>;
  /** Numbers of jobs that have not ended, by state. */
  readonly jobs: () => Readonly<Record<string, number>>;
  /** Numbers of open event streams, and of folders that they watch. */
  readonly events: () => { readonly streams: number; readonly folders: number };
  /** Resolves within a few seconds, even when a part does not respond. */
  checkHealth(): Promise<Health>;
  countSessions(): Promise<number>;
}

/** Starts measuring. Returns undefined without a monitoring token, because no client could read the metrics. */
export function createMetrics(
  { monitorToken }: Pick<Config['watching'], 'monitorToken'>,
  sources: Pick<
    MetricsDependencies,
    'previews' | 'jobs' | 'events' | 'checkHealth' | 'countSessions'
  >,
): MetricsDependencies | undefined {
  if (monitorToken === undefined) return undefined;
  return {
    ...sources,
    requests: new RequestMetrics(),
    process: new ProcessMetrics(),
    traffic: new Traffic(),
  };
}

/** Mounts the route with metrics for Prometheus. */
export function metricsRoutes(dependencies: MetricsDependencies) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/metrics', { config: { access: 'monitor' } }, async (_request, reply) => {
      const health = await dependencies.checkHealth();
      // A database that does not respond is not queried again.
      const isUp = health.database.status === 'OK';
      const sessions = isUp ? await dependencies.countSessions() : undefined;
      const families = [
        ...healthFamilies(health),
        gauge('filebrowser_sessions_open', 'Sessions that have not ended.', sessions),
        ...previewFamilies(dependencies.previews),
        ...eventFamilies(dependencies.events()),
        jobFamily(dependencies.jobs()),
        ...threadFamilies(),
        ...dependencies.traffic.families(),
        ...dependencies.requests.families(),
        ...dependencies.process.families(),
      ];
      return reply.header('content-type', EXPOSITION_TYPE).send(writeExposition(families));
    });
  };
}

function previewFamilies({ counts, waiting }: MetricsDependencies['previews']): Family[] {
  return [
    {
      name: 'filebrowser_previews_total',
      type: 'counter',
      help: 'Requested thumbnails and previews, by the way in which they were obtained.',
      samples: Object.entries(counts).map(([how, value]) => ({ labels: { how }, value })),
    },
    gauge('filebrowser_previews_waiting', 'Images that wait to be decoded.', waiting),
  ];
}

function jobFamily(counts: ReturnType<MetricsDependencies['jobs']>): Family {
  return {
    name: 'filebrowser_jobs_open',
    type: 'gauge',
    help: 'Copies, moves and deletions that take longer than a second, by state.',
    samples: Object.entries(counts).map(([state, value]) => ({ labels: { state }, value })),
  };
}

function eventFamilies({ streams, folders }: ReturnType<MetricsDependencies['events']>): Family[] {
  return [
    gauge('filebrowser_event_streams_open', 'Event streams that are open.', streams),
    gauge(
      'filebrowser_folders_watched',
      'Folders whose changes by other programs are noticed.',
      folders,
    ),
  ];
}

function healthFamilies(health: Health): Family[] {
  const { version, database, root, threads, index, uploads } = health;
  const up = { database: database.status, root: root.status, threads: threads.status };
  const took = {
    database: database.status === 'OK' ? database.ms : undefined,
    root: root.status === 'OK' ? root.ms : undefined,
    threads: threads.status === 'OK' ? threads.ms : undefined,
  };
  return [
    {
      name: 'filebrowser_build_info',
      type: 'gauge',
      help: 'Version of the server. The value is always 1.',
      samples: [{ labels: { version, node: process.version }, value: 1 }],
    },
    {
      name: 'filebrowser_up',
      type: 'gauge',
      help: '1 if a part that the server depends on has answered, 0 otherwise.',
      samples: Object.entries(up).map(([part, status]) => ({
        labels: { part },
        value: status === 'OK' ? 1 : 0,
      })),
    },
    {
      name: 'filebrowser_answer_seconds',
      type: 'gauge',
      help: 'Time that this part took to answer.',
      samples: Object.entries(took).flatMap(([part, ms]) =>
        ms === undefined ? [] : [{ labels: { part }, value: ms / 1_000 }],
      ),
    },
    gauge('filebrowser_root_free_bytes', 'Free space on the disk of the root.', root.freeBytes),
    gauge('filebrowser_root_size_bytes', 'Size of the disk of the root.', root.totalBytes),
    gauge('filebrowser_index_names', 'Names in the search index.', index.names),
    gauge(
      'filebrowser_index_age_seconds',
      'Time since the search index was compared with the disk.',
      index.ageSeconds,
    ),
    gauge('filebrowser_uploads_unfinished', 'Uploads that are not complete.', uploads.unfinished),
  ];
}

/** Returns the load of worker threads by kind. */
function threadFamilies(): Family[] {
  const kinds = new Map<string, { threads: number; jobs: number; waiting: number }>();
  for (const { kind, jobs } of runningThreads()) {
    const count = jobs();
    const sum = kinds.get(kind) ?? { threads: 0, jobs: 0, waiting: 0 };
    sum.threads += 1;
    sum.jobs += count;
    sum.waiting += Math.max(0, count - 1);
    kinds.set(kind, sum);
  }
  const samplesOf = (metric: 'threads' | 'jobs' | 'waiting'): Sample[] =>
    [...kinds].map(([kind, sum]) => ({ labels: { kind }, value: sum[metric] }));
  return [
    {
      name: 'filebrowser_threads',
      type: 'gauge',
      help: 'Worker threads. They start when there is work.',
      samples: samplesOf('threads'),
    },
    {
      name: 'filebrowser_thread_jobs',
      type: 'gauge',
      help: 'Jobs that were given to threads and are not finished.',
      samples: samplesOf('jobs'),
    },
    {
      name: 'filebrowser_thread_jobs_waiting',
      type: 'gauge',
      help: 'Of these, jobs that share their thread with an earlier one.',
      samples: samplesOf('waiting'),
    },
  ];
}
