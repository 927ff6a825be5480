import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';

test('that a file of the page is missing is remembered by no cache', async () => {
  await using app = await startTestApp();
  const reply = await app.visitor.get('/static/assets/of-another-version.js');
  expect(reply.status).toBe(404);
  expect(reply.headers['cache-control']).toContain('no-store');
});
