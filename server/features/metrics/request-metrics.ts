import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Family, Sample } from './exposition.ts';

/** Upper bounds of the histogram in seconds. */
const BOUNDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60] as const;

/** Routes that receive file contents. */
const UPLOADS = new Set(['PATCH /api/tus/*', 'POST /api/resources/*', 'PUT /api/resources/*']);

interface Counted {
  readonly labels: Readonly<Record<string, string>>;
  /** Number of replies up to each bound. */
  readonly within: number[];
  seconds: number;
  count: number;
}

/**
 * Counts replies by method, route pattern and status class. All three have few values, whatever clients send; all unknown
 * addresses share one pattern.
 */
export class RequestMetrics {
  readonly #counted = new Map<string, Counted>();
  #open = 0;
  #uploads = 0;

  watch(app: FastifyInstance): void {
    app.addHook('onRequest', ({ method, routeOptions }, reply, done) => {
      const upload = UPLOADS.has(`${method} ${routeOptions.url}`) ? 1 : 0;
      this.#open += 1;
      this.#uploads += upload;
      // Emitted once, also for an interrupted reply.
      reply.raw.once('close', () => {
        this.#open -= 1;
        this.#uploads -= upload;
      });
      done();
    });
    app.addHook('onResponse', (request, reply, done) => {
      this.#count(request, reply);
      done();
    });
  }

  families(): Family[] {
    const all = [...this.#counted.values()];
    return [
      {
        name: 'filebrowser_http_requests_open',
        type: 'gauge',
        help: 'Requests whose reply is not complete.',
        samples: [{ value: this.#open }],
      },
      {
        name: 'filebrowser_uploads_running',
        type: 'gauge',
        help: 'Requests that are receiving file contents.',
        samples: [{ value: this.#uploads }],
      },
      {
        name: 'filebrowser_http_request_duration_seconds',
        type: 'histogram',
        help: 'Duration of replies by method, route and status class.',
        samples: all.flatMap(histogramOf),
      },
    ];
  }

  #count({ method, routeOptions }: FastifyRequest, { raw, elapsedTime }: FastifyReply): void {
    const route = routeOptions.url ?? 'none';
    const status = `${Math.floor(raw.statusCode / 100)}xx`;
    const key = `${method} ${route} ${status}`;
    const known = this.#counted.get(key) ?? {
      labels: { method, route, status },
      within: BOUNDS.map(() => 0),
      seconds: 0,
      count: 0,
    };
    this.#counted.set(key, known);
    const seconds = elapsedTime / 1_000;
    known.count += 1;
    known.seconds += seconds;
    for (const [index, bound] of BOUNDS.entries()) {
      if (seconds <= bound) known.within[index] = (known.within[index] ?? 0) + 1;
    }
  }
}

function histogramOf({ labels, within, seconds, count }: Counted): Sample[] {
  const buckets = BOUNDS.map((bound, index) => ({
    ending: '_bucket',
    labels: { ...labels, le: String(bound) },
    value: within[index] ?? 0,
  }));
  return [
    ...buckets,
    { ending: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { ending: '_sum', labels, value: seconds },
    { ending: '_count', labels, value: count },
  ];
}
