import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/** Maximum time that a request waits before it is answered with 503. Milliseconds. */
const WAIT_MS = 5_000;

/** The server is listening, but recovery after a crash is still running. */
class NotStarted extends AppError {
  readonly retryAfterSeconds = 2;

  constructor() {
    super('starting', 'the server is starting');
  }
}

/** Delays requests until the returned function is called. */
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
