import type { Health } from '#contract/health.ts';
import type { FastifyInstance } from 'fastify';
import type { Previews } from '../../images/previews.ts';
import { EXPOSITION_TYPE, type Family, writeExposition } from './exposition.ts';
import { gauge, type ProcessFigures } from './process-figures.ts';
import type { RequestCounts } from './request-counts.ts';
import { threadFamilies } from './thread-figures.ts';
import type { Traffic } from './traffic.ts';

export interface MetricsParts {
  readonly requests: RequestCounts;
  readonly process: ProcessFigures;
  readonly traffic: Traffic;
  readonly previews: Pick<Previews, 'counts' | 'waiting'>;
  /** As those who watch are told it: within a few seconds, whatever hangs. */
  checkHealth(): Promise<Health>;
  countSessions(): Promise<number>;
}

/** Figures for Prometheus. Mounted only where a token says who may read them. */
export function metricsRoutes(parts: MetricsParts) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/metrics', { config: { access: 'monitor' } }, async (_request, reply) => {
      const health = await parts.checkHealth();
      // Whoever has not answered once is not asked for more.
      const isUp = health.database.status === 'OK';
      const sessions = isUp ? await parts.countSessions() : undefined;
      const families = [
        ...healthFamilies(health),
        gauge('filebrowser_sessions_open', 'Sessions that have not ended.', sessions),
        ...previewFamilies(parts.previews),
        ...threadFamilies(),
        ...parts.traffic.families(),
        ...parts.requests.families(),
        ...parts.process.families(),
      ];
      return reply.header('content-type', EXPOSITION_TYPE).send(writeExposition(families));
    });
  };
}

function previewFamilies({ counts, waiting }: MetricsParts['previews']): Family[] {
  return [
    {
      name: 'filebrowser_previews_total',
      type: 'counter',
      help: 'Thumbnails and smaller pictures that were asked for, by how they were had.',
      samples: Object.entries(counts).map(([how, value]) => ({ labels: { how }, value })),
    },
    gauge('filebrowser_previews_waiting', 'Pictures that wait to be decoded.', waiting),
  ];
}

function healthFamilies({ version, database, root, index, uploads }: Health): Family[] {
  const up = { database: database.status, root: root.status };
  const took = {
    database: database.status === 'OK' ? database.ms : undefined,
    root: root.status === 'OK' ? root.ms : undefined,
  };
  return [
    {
      name: 'filebrowser_build_info',
      type: 'gauge',
      help: 'The version that runs; the value is always 1.',
      samples: [{ labels: { version, node: process.version }, value: 1 }],
    },
    {
      name: 'filebrowser_up',
      type: 'gauge',
      help: 'Whether a part that everything needs has answered.',
      samples: Object.entries(up).map(([part, status]) => ({
        labels: { part },
        value: status === 'OK' ? 1 : 0,
      })),
    },
    {
      name: 'filebrowser_answer_seconds',
      type: 'gauge',
      help: 'How long such a part took to answer.',
      samples: Object.entries(took).flatMap(([part, ms]) =>
        ms === undefined ? [] : [{ labels: { part }, value: ms / 1_000 }],
      ),
    },
    gauge('filebrowser_root_free_bytes', 'Room left where the files are.', root.freeBytes),
    gauge('filebrowser_root_size_bytes', 'Room where the files are.', root.totalBytes),
    gauge('filebrowser_index_names', 'Names in the index for searches.', index.names),
    gauge('filebrowser_index_age_seconds', 'Since it was made true.', index.ageSeconds),
    gauge('filebrowser_uploads_unfinished', 'Uploads begun, not whole.', uploads.unfinished),
  ];
}
