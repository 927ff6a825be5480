import { ROOT } from '#contract/paths.ts';
import { ExistingPaths, MAX_EXISTING_BODY_BYTES, MAX_EXISTING_PATHS } from '#contract/existing.ts';
import { expect, test } from 'vitest';
import { planUploads } from '../../state/upload-plan.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { readExisting } from './read-existing.ts';

/** Returns the bodies of the calls that ask for the paths of files. */
async function bodiesFor(relativePaths: readonly string[]): Promise<string[]> {
  const server = fakeServer().on('POST', '/api/existing/', { json: { items: [] } });
  const items = relativePaths.map((relativePath) => ({ relativePath, file: new Blob() }));
  await readExisting(ROOT, planUploads(ROOT, items).uploads, new AbortController().signal);
  return server.calls.map(({ body }) => body);
}

const pathsIn = (bodies: readonly string[]) =>
  bodies.map((body) => ExistingPaths.parse(JSON.parse(body)).paths);

test('a call asks for no more paths than the server accepts', async () => {
  const names = Array.from({ length: MAX_EXISTING_PATHS + 1 }, (_, index) => `${index}.txt`);
  const asked = pathsIn(await bodiesFor(names));
  expect(asked.map(({ length }) => length)).toEqual([MAX_EXISTING_PATHS, 1]);
  expect(asked.flat()).toEqual(names);
});

test('long paths are asked for in more calls, none of which is too large', async () => {
  // Each is 250 bytes long, and 1,500 in JSON.
  const names = Array.from(
    { length: 4_000 },
    (_, index) => '\u0001'.repeat(245) + (10_000 + index),
  );
  const bodies = await bodiesFor(names);
  expect(pathsIn(bodies).flat()).toEqual(names);
  for (const body of bodies)
    expect(new TextEncoder().encode(body).length).toBeLessThanOrEqual(MAX_EXISTING_BODY_BYTES);
  expect(bodies).toHaveLength(2);
});
