import { once } from 'node:events';
import { spawnScript } from './child-script.ts';

/** Locks an SQLite database in another process. Returns a function that ends the process, and with it the lock. */
export async function lockElsewhere(
  file: string,
  how: 'immediate' | 'exclusive',
): Promise<() => Promise<void>> {
  const holder = spawnScript(`
    import Sqlite from 'better-sqlite3';
    const database = new Sqlite(${JSON.stringify(file)});
    database.exec('begin ${how}');
    process.stdout.write('locked');
    setInterval(() => database.open, 1_000);`);
  await once(holder.stdout, 'data');
  return async () => {
    holder.kill('SIGKILL');
    await once(holder, 'close');
  };
}
