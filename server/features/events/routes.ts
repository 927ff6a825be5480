import { FolderEvent, MAX_STREAM_FOLDERS } from '#contract/events.ts';
import { parseTreePath, type TreePath } from '#contract/paths.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, serverStopping } from '../../errors.ts';
import { sessionOf } from '../../http/authenticate.ts';
import { textsOf, badPath } from '../../http/request.ts';
import { route, textParam } from '../../http/route.ts';
import { SlotsPerUser } from '../../lib/slots-per-user.ts';
import { EventStream, type StreamDependencies } from './event-stream.ts';

/** Maximum number of streams of one user, and of folders that they watch together. */
const MAX_STREAMS = 10;
const MAX_WATCHED_FOLDERS = 40;

/** Interval at which the session of a stream is checked. Each event is authorized besides. Milliseconds. */
const WATCH_EVERY_MS = 2_000;

const STREAM_EVENTS = route({
  access: 'authenticated',
  repeatedParam: 'folder',
  group: 'Files',
  summary: 'Follow jobs and changes of folders',
  description:
    'Server-sent events. “ready” is the first event. “job” carries a job of the caller that has begun or changed, and “job-forgotten” its ' +
    'id. “folder” carries entries of a folder that have changed, and names that are gone, or “all” when the folder has to be listed ' +
    'anew. “history” says that the history of the caller has changed. The stream ends with the session. A client that connects again has to load jobs and listings again.',
  query: {
    folder: textParam(
      `Path of a folder whose changes are sent. May be repeated, up to ${MAX_STREAM_FOLDERS} times.`,
    ),
  },
  replies: {
    200: { description: 'The events.', content: { 'text/event-stream': FolderEvent } },
  },
  refusals: ['invalid-path', 'invalid-request', 'too-many-requests'],
});

interface EventDependencies extends Omit<StreamDependencies, 'watchEveryMs'> {
  readonly watchEveryMs?: number | undefined;
}

/** The open event streams, so that a stopping server can end them. */
export class EventStreams {
  readonly #dependencies: StreamDependencies;
  readonly #open = new Set<EventStream>();
  readonly #streams = new SlotsPerUser(MAX_STREAMS);
  readonly #folders = new SlotsPerUser(MAX_WATCHED_FOLDERS);
  #isStopping = false;

  constructor({ watchEveryMs = WATCH_EVERY_MS, ...dependencies }: EventDependencies) {
    this.#dependencies = { ...dependencies, watchEveryMs };
  }

  /** Returns the numbers of open streams, and of folders that they watch. */
  counts(): { readonly streams: number; readonly folders: number } {
    return { streams: this.#open.size, folders: this.#dependencies.feeds.watched };
  }

  /** Opens a stream. Throws `too-many-requests` when the user has too many. */
  open(request: FastifyRequest, folders: readonly TreePath[]): EventStream {
    const { user, actor, sessionIdHash } = sessionOf(request);
    if (this.#isStopping) throw serverStopping();
    if (!this.#streams.take(user.id))
      throw new AppError('too-many-requests', 'too many event streams are open');
    const taken = folders.filter(() => this.#folders.take(user.id));
    const mayWatch = taken.length === folders.length;
    const stream = new EventStream(this.#dependencies, {
      userId: user.id,
      sessionIdHash,
      folders,
      mayWatch,
    });
    this.#open.add(stream);
    stream.readable.once('close', () => {
      this.#open.delete(stream);
      this.#streams.release(user.id);
      for (const _ of taken) this.#folders.release(user.id);
    });
    void stream.begin(actor).catch((err: unknown) => {
      request.log.error({ err }, 'event stream failed');
      stream.end();
    });
    return stream;
  }

  /** Ends all streams. */
  stop(): void {
    this.#isStopping = true;
    for (const stream of this.#open) stream.end();
  }
}

export function eventRoutes(streams: EventStreams) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/events', STREAM_EVENTS, async (request, reply) => {
      const folders = foldersOf(request);
      reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        // nginx would collect the events.
        .header('x-accel-buffering', 'no');
      if (request.method === 'HEAD') return reply.send('');
      return reply.send(streams.open(request, folders).readable);
    });
  };
}

function foldersOf(request: FastifyRequest): TreePath[] {
  const paths = [...new Set(textsOf(request, 'folder'))].map(parseTreePath);
  if (paths.length > MAX_STREAM_FOLDERS)
    throw new AppError('invalid-request', `at most ${MAX_STREAM_FOLDERS} folders`);
  return paths.map((path) => {
    if (path !== undefined) return path;
    throw badPath();
  });
}
