import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { createLogger } from '../logger.ts';
import { createHttp, type HttpOptions } from './create-http.ts';

/** Creates the frame of all routes without any of them. Tests add routes and call `inject`. Closed after the test. */
export function openTestHttp({
  baseUrl = '',
  allowedOrigins = [],
  proxies = [],
}: Partial<Pick<HttpOptions, 'baseUrl'>> & Partial<HttpOptions['trust']> = {}): FastifyInstance {
  const app = createHttp({
    baseUrl,
    trust: { proxies, allowedOrigins, allowRemoteNoauth: false },
    logger: createLogger({ kind: 'off' }),
    logsAll: false,
    createServer: (listener) => createServer(listener),
  });
  onTestFinished(() => app.close());
  return app;
}
