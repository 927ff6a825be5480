import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { providePostgres, startPostgres } from './postgres.mjs';

const variable = process.env.FB_TEST_POSTGRES;
afterEach(() => {
  if (variable === undefined) delete process.env.FB_TEST_POSTGRES;
  else process.env.FB_TEST_POSTGRES = variable;
});

test('the server that FB_TEST_POSTGRES names is used', async () => {
  process.env.FB_TEST_POSTGRES = 'postgresql://somewhere/else';
  expect(await startPostgres()).toMatchObject({ url: 'postgresql://somewhere/else' });
  expect(providePostgres()).toEqual([]);
});

test('a temporary PostgreSQL ends and removes its folder when the process that started it is killed', async () => {
  const script = `
    import { startPostgres } from ${JSON.stringify(new URL('postgres.mjs', import.meta.url).href)};
    console.log(JSON.stringify(await startPostgres()));`;
  const env = { ...process.env, FB_TEST_POSTGRES: '' };
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], { env });
  const line = await once(starter.stdout, 'data');
  const postgres = JSON.parse(String(line));
  const exited = once(starter, 'exit');
  starter.kill('SIGKILL');
  await exited;
  if ('missing' in postgres) return; // the tests of the database report it

  const folder = new URL(postgres.url).searchParams.get('host');
  for (let n = 0; n < 200 && existsSync(folder); n += 1) await delay(50);
  expect(existsSync(folder)).toBe(false);
});
