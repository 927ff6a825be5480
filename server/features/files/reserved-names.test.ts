import { TRASH_NAME } from '#contract/temporary-names.ts';
import { REFUSAL_HEADER } from '#contract/refusals.ts';
import { expect, test } from 'vitest';
import { startTestApp, TRASH } from '../../testing/app.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const ADMIN = { username: 'ada', perm: { ...aStoredUser().perm, admin: true } };
const TEMPORARY = '.filebrowser-abc.part';

test('a reserved name is refused as such wherever a name is given', async () => {
  await using app = await startTestApp({
    files: { '/docs/a.txt': 'a', '/z.txt': 'z' },
    config: { trash: TRASH },
  });
  const ada = await app.logIn(ADMIN);
  const { headers } = await ada.delete('/api/resources/z.txt');
  const trashed = String(headers['x-trashed']);
  for (const name of [TEMPORARY, TRASH_NAME, `docs/${TEMPORARY}`, `${TRASH_NAME}/new.txt`]) {
    const transfer = (action: string, from: string) =>
      ada.patch(
        `/api/resources${from}?action=${action}&destination=${encodeURIComponent(`/${name}`)}`,
      );
    const replies = [
      await transfer('rename', '/docs/a.txt'),
      await transfer('rename', '/docs'),
      await transfer('copy', '/docs/a.txt'),
      await ada.post(`/api/resources/${name}/`),
      await ada.post(`/api/resources/${name}`, { body: 'x' }),
      await ada.put(`/api/resources/${name}`, { body: 'x' }),
      await ada.post(`/api/tus/${name}`, { headers: { 'upload-length': '3' } }),
      await ada.post(`/api/trash/${trashed}/restore?destination=${encodeURIComponent(`/${name}`)}`),
    ];
    const refusals = replies.map((reply) => [
      reply.status,
      reply.headers[REFUSAL_HEADER.toLowerCase()],
    ]);
    expect([name, ...refusals]).toEqual([name, ...replies.map(() => [400, 'reserved-name'])]);
  }
  expect(Object.keys(await app.filesOnDisk())).toContain('/docs/a.txt');
});

test('whether something has a reserved name is not revealed', async () => {
  await using app = await startTestApp({
    files: { '/a.txt': 'a', '/z.txt': 'z' },
    config: { trash: TRASH },
  });
  const ada = await app.logIn(ADMIN);
  const read = async () => {
    const got = await ada.get(`/api/resources/${TEMPORARY}`);
    const written = await ada.post(`/api/resources/${TRASH_NAME}/`);
    return [got.status, written.status, written.text];
  };
  const before = await read();
  await ada.delete('/api/resources/z.txt');
  await app.changeAsProgram(`/${TEMPORARY}`, 'half');
  expect(await read()).toEqual(before);
  expect(before.slice(0, 2)).toEqual([404, 400]);
});
