import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';

test('a home that is not there yet is made with the first thing that is put into it', async () => {
  await using app = await startTestApp({ files: { '/users/': '' } });
  const anna = await app.logIn({ scope: '/users/team/anna' });

  expect((await anna.post('/api/resources/photos/')).status).toBe(200);
  expect((await anna.post('/api/resources/a.txt', { body: 'hers' })).status).toBe(200);
  expect(await app.filesOnDisk()).toEqual({
    '/users/team/anna/photos/': '',
    '/users/team/anna/a.txt': 'hers',
  });
});

test('someone whose scope is no path is not signed in', async () => {
  await using app = await startTestApp();

  await expect(app.logIn({ scope: '../outside' })).rejects.toThrow('403');
});
