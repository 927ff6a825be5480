import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/** How long a request waits before it is answered 503. Milliseconds. */
const WAIT_MS = 5_000;

/** The server listens and is still recovering what a crash has interrupted. */
class NotStarted extends AppError {
  readonly retryAfterSeconds = 2;

  constructor() {
    super('starting', 'the server is starting');
  }
}

/** Makes requests wait that arrive before `start` is called, and returns `start`. */
export function waitForStart(app: FastifyInstance): () => void {
  let isStarted = false;
  const waiting = new Set<() => void>();
  app.addHook('onRequest', (_request, _reply, done) => {
    if (isStarted) return done();
    const timer = setTimeout(() => {
      waiting.delete(go);
      done(new NotStarted());
    }, WAIT_MS).unref();
    const go = () => {
      clearTimeout(timer);
      done();
    };
    waiting.add(go);
  });
  return () => {
    isStarted = true;
    for (const go of waiting) go();
    waiting.clear();
  };
}
