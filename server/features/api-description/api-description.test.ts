import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import type { OpenApiDocument } from './document.ts';

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'];

test('describes all routes and their access', async () => {
  await using app = await startTestApp();
  const reply = await app.visitor.get('/api/openapi.json');
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  const document = JSON.parse(reply.text) as OpenApiDocument;

  expect(document.openapi).toBe('3.1.1');
  expect(document.servers).toEqual([{ url: '/' }]);
  expect(document.paths['/api/login']?.['post']?.security).toEqual([]);
  const users = document.paths['/api/users']?.['get'];
  expect(users?.security).toEqual([{ token: [] }, { cookie: [] }]);
  expect(users?.description).toContain('Requires an administrator.');
  expect(users?.responses['200']?.content?.['application/json']?.schema).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/ListedUser' },
  });
  const link = document.paths['/api/public/share/{hash}/{path}']?.['get'];
  expect(link?.security).toEqual([{}, { password: [] }]);
  expect(Object.keys(link?.responses ?? {})).toEqual(expect.arrayContaining(['401', '404']));
});

test('has no dangling references, and describes every parameter in a path', async () => {
  await using app = await startTestApp();
  const { text } = await app.visitor.get('/api/openapi.json');
  const document = JSON.parse(text) as OpenApiDocument;

  const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, to = '']) => to);
  const known = new Set(
    Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`),
  );
  expect(references.length).toBeGreaterThan(20);
  expect(references.filter((to) => !known.has(to))).toEqual([]);

  for (const [path, operations] of Object.entries(document.paths)) {
    const inAddress = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    for (const [method, { parameters = [], summary, responses }] of Object.entries(operations)) {
      expect(METHODS).toContain(method);
      const described = parameters
        .filter(({ in: location }) => location === 'path')
        .map(({ name }) => name);
      expect([path, method, described.toSorted()]).toEqual([path, method, inAddress.toSorted()]);
      expect(summary).not.toMatch(/\.$/);
      expect(Object.keys(responses).some((status) => /^[123]/.test(status))).toBe(true);
    }
  }
});

test('states the base path of the server', async () => {
  await using app = await startTestApp({ config: { baseUrl: '/fb' } });
  const { text } = await app.visitor.get('/api/openapi.json');
  expect((JSON.parse(text) as OpenApiDocument).servers).toEqual([{ url: '/fb' }]);
});

test('shows the same on a page without scripts', async () => {
  await using app = await startTestApp();
  const { status, text, headers } = await app.visitor.get('/api/docs');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(text).toContain('<code>/api/resources/recursive/{path}</code>');
  expect(text).not.toContain('<script');
  const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, to = '']) => to);
  expect(links.filter((to) => !text.includes(`id="${to}"`))).toEqual([]);
});
