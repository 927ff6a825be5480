import { describe, expect, test } from 'vitest';
import { openTestHttp } from './http.test-tools.ts';
import { collectRoutes } from './mounted-routes.ts';
import { jsonReply, route } from './route.ts';

const GET_ANSWER = route({
  access: 'open',
  audit: 'nothing',
  group: 'Server',
  summary: 'Get an answer',
  replies: { 200: jsonReply('The answer.', { json: { type: 'string' } }) },
});

describe('collectRoutes()', () => {
  test('lists described routes once, without the HEAD routes that Fastify adds', () => {
    const app = openTestHttp();
    const routes = collectRoutes(app);
    app.get('/api/a/:id', GET_ANSWER, () => '');
    app.all('/health', GET_ANSWER, () => '');
    expect(routes.map(({ method, url }) => [method, url])).toEqual([
      ['get', '/api/a/:id'],
      ['get', '/health'],
    ]);
  });

  test('refuses an API route without a description', () => {
    const app = openTestHttp();
    collectRoutes(app);
    const { summary: _, ...config } = GET_ANSWER.config;
    expect(() => app.get('/api/a', { config }, () => '')).toThrow('GET /api/a has no description');
    app.get('/page', { config }, () => '');
  });
});
