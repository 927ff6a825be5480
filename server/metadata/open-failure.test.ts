import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/engines.ts';
import { openFailure } from './open-failure.ts';

describe('messages for SQLite that does not load', () => {
  test('explains a native part for another version of Node', () => {
    const file = join(temporaryFolder(), 'other.node');
    writeFileSync(file, 'not for this Node');
    expect(lineOf(() => process.dlopen({ exports: {} }, file))).toContain(
      `was not built for this Node ${process.versions.node}; install File Browser again`,
    );
  });

  test('explains a native part that was never built', () => {
    const tried = 'Could not locate the bindings file. Tried:\n → build/better_sqlite3.node';
    const line = lineOf(() => {
      throw new Error(tried);
    });
    expect(line).toContain('let npm run install scripts');
    expect(line).not.toContain('Tried');
  });
});

test('gives the reason of PostgreSQL for a client that it does not admit, and not a wrong password', () => {
  const reason =
    'no pg_hba.conf entry for host "10.0.0.5", user "fb", database "fb", no encryption';
  const line = lineOf(() => {
    throw Object.assign(new Error(reason), { code: '28000' });
  });
  expect(line).toBe(`the database files.db refused the connection: ${reason}`);
});

function lineOf(load: () => void): string {
  try {
    load();
  } catch (error) {
    return openFailure(error, 'files.db').message;
  }
  throw new Error('it has loaded');
}
