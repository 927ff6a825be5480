import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { aStoredUser } from '../../testing/stored-records.ts';
import type { OpenApiDocument } from './document.ts';
import type { JsonSchema } from '../../http/route.ts';

/** Bytes. A body of this size without the limits of `parseInput()` takes the server seconds. */
const BODY_BYTES = 1_000_000;
/** Processor time. The slowest body with the limits takes a tenth of it, without them several times as long. */
const MAX_CPU_MS = 1_000;

const HOSTILE_ENTRIES = ['{}', '1'];

test('no body of JSON keeps the server busy, whichever call it is sent to', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn({ perm: { ...aStoredUser().perm, admin: true } });
  const { text } = await admin.get('/api/openapi.json');
  const { paths } = JSON.parse(text) as OpenApiDocument;
  const slow: string[] = [];
  let calls = 0;
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const schema = operation.requestBody?.content['application/json']?.schema;
      if (schema === undefined || /selections/.test(path)) continue;
      calls += 1;
      // The caller is user 1.
      const address = path.replaceAll(/\{\w+\}/g, method === 'delete' ? '999' : '1');
      for (const body of hostileBodies(schema)) {
        const start = process.cpuUsage();
        const reply = await admin.send(method.toUpperCase(), address, { body });
        const took = cpuMsSince(start);
        expect([path, method, reply.status]).toEqual([path, method, expect.toBeOneOf(REFUSED)]);
        if (took > MAX_CPU_MS) slow.push(`${method} ${path}: ${Math.round(took)} ms`);
      }
    }
  }
  expect(calls).toBeGreaterThan(5);
  expect(slow).toEqual([]);
}, 120_000);

/** Returns the processor time of this process since a measurement, in milliseconds. Unlike the clock, it stops for other processes. */
function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

const REFUSED = [400, 401, 403, 404, 405, 409, 413];

/** Bodies that put a long list of wrong entries, and an object of as many keys, wherever the schema has a value. */
function hostileBodies(schema: JsonSchema): string[] {
  const values = HOSTILE_ENTRIES.flatMap((entry) => [listOf(entry), objectOf(entry)]);
  return [...new Set(values.flatMap((value) => [value, ...filled(schema, value)]))];
}

function filled(schema: JsonSchema, value: string): string[] {
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>> | undefined;
  if (properties === undefined) return [];
  const others = { what: '"user"', username: '"x"', password: '"x"', which: '["rules"]' };
  return Object.entries(properties).flatMap(([key, inner]) => {
    if (inner['type'] !== 'array' && inner['type'] !== 'object') return [];
    return [value, ...filled(inner, value)].map((each) => {
      const fields = Object.entries({ ...others, [key]: each });
      return `{${fields.map(([name, text]) => `"${name}":${text}`).join(',')}}`;
    });
  });
}

function listOf(entry: string): string {
  const count = Math.floor(BODY_BYTES / (entry.length + 1));
  return `[${Array.from({ length: count }, () => entry).join(',')}]`;
}

function objectOf(entry: string): string {
  const count = Math.floor(BODY_BYTES / (entry.length + 12));
  return `{${Array.from({ length: count }, (_, i) => `"k${i}":${entry}`).join(',')}}`;
}
