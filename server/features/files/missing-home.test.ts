import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';

test('a missing home is created with the first entry in it', async () => {
  await using app = await startTestApp({ files: { '/users/': '' } });
  const anna = await app.logIn({ scope: '/users/team/anna' });

  expect((await anna.post('/api/resources/photos/')).status).toBe(200);
  expect((await anna.post('/api/resources/a.txt', { body: 'hers' })).status).toBe(200);
  expect(await app.filesOnDisk()).toEqual({
    '/users/team/anna/photos/': '',
    '/users/team/anna/a.txt': 'hers',
  });
});

test('a user whose scope is not a path cannot log in', async () => {
  await using app = await startTestApp();

  await expect(app.logIn({ scope: '../outside' })).rejects.toThrow('403');
});
