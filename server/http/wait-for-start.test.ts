import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { waitForStart } from './wait-for-start.ts';

function appThatStarts() {
  const app = fastify();
  onTestFinished(() => app.close());
  const start = waitForStart(app);
  app.get('/', () => 'hello');
  return { app, start };
}

test('a request that arrives before the start is answered after it', async () => {
  const { app, start } = appThatStarts();
  let isAnswered = false;
  const reply = app.inject('/').finally(() => (isAnswered = true));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isAnswered).toBe(false);
  start();
  expect((await reply).body).toBe('hello');
  expect((await app.inject('/')).body).toBe('hello');
});

test('a request that waits too long is refused as one that may be repeated', async () => {
  const { app, start } = appThatStarts();
  const refusals: unknown[] = [];
  app.setErrorHandler(async (error, _request, reply) => {
    refusals.push(error);
    return reply.status(503).send('starting');
  });
  expect((await app.inject('/')).statusCode).toBe(503);
  expect(refusals).toEqual([expect.objectContaining({ code: 'starting', retryAfterSeconds: 2 })]);
  start();
  expect((await app.inject('/')).body).toBe('hello');
});
