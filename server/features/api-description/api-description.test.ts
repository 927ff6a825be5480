import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import type { ApiDocument } from './document.ts';
import { METHODS } from './operation.ts';
import { accessTo } from './routes-of-operations.ts';

test('everything that can be asked is described, with whoever may ask it', async () => {
  await using app = await startTestApp();
  const reply = await app.visitor.get('/api/openapi.json');
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  const document = JSON.parse(reply.text) as ApiDocument;

  expect(document.openapi).toBe('3.1.1');
  expect(document.servers).toEqual([{ url: '/' }]);
  expect(document.paths['/api/login']?.['post']?.security).toEqual([]);
  const users = document.paths['/api/users']?.['get'];
  expect(users?.security).toEqual([{ token: [] }, { cookie: [] }]);
  expect(users?.description).toContain('For administrators.');
  expect(users?.responses['200']?.content?.['application/json']?.schema).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/ListedUser' },
  });
  const link = document.paths['/api/public/share/{hash}/{path}']?.['get'];
  expect(link?.security).toEqual([{}, { password: [] }]);
  expect(Object.keys(link?.responses ?? {})).toEqual(expect.arrayContaining(['401', '404']));
});

test('all that is referred to is there, and every part of an address has its words', async () => {
  await using app = await startTestApp();
  const { text } = await app.visitor.get('/api/openapi.json');
  const document = JSON.parse(text) as ApiDocument;

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
      const told = parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name);
      expect([path, method, told.toSorted()]).toEqual([path, method, inAddress.toSorted()]);
      expect(summary).not.toMatch(/\.$/);
      expect(Object.keys(responses).some((status) => /^[123]/.test(status))).toBe(true);
    }
  }
});

test('under an address of its own, the server is found there', async () => {
  await using app = await startTestApp({ config: { baseUrl: '/fb' } });
  const { text } = await app.visitor.get('/api/openapi.json');
  expect((JSON.parse(text) as ApiDocument).servers).toEqual([{ url: '/fb' }]);
});

test('people read the same on a page that runs nothing', async () => {
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

test('a route that nobody describes, and a description without a route, are mistakes', () => {
  const described = { method: 'get', path: '/api/a/{id}', group: 'Files', summary: 'a' } as const;
  const operations = [{ ...described, replies: {} }];
  const route = { method: 'GET', url: '/api/a/:id(^\\d{1,15}$)', access: 'admin' } as const;
  expect(accessTo(operations, [route])({ ...described, replies: {} })).toBe('admin');
  expect(() => accessTo([], [route])).toThrow('GET /api/a/:id(^\\d{1,15}$) is not described');
  expect(() => accessTo(operations, [])({ ...described, replies: {} })).toThrow('not mounted');
});
