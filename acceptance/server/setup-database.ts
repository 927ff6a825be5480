import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupFolder } from '../replay/recording-format.ts';
import { SERVER_COMMAND } from '../paths.ts';
import { builtOnce } from './built-once.ts';
import { operatorConfig } from './operator-config.ts';
import { storeCredentials } from './storage.ts';

/** File name of the database in the working folder. */
export const DATABASE_NAME = 'filebrowser.db';

/**
 * Copies the database of the setup into the working folder. `quick` has none; the server creates it. The database is imported once per run and
 * setup, because importing sixteen users for each scenario is slow.
 */
export async function provideDatabase(
  scratch: string,
  setup: string,
  workFolder: string,
): Promise<void> {
  if (!hasDatabase(setup)) return;
  const built = await builtOnce(join(scratch, 'databases', setup), (draft) =>
    fillDatabase(setup, draft, join(draft, DATABASE_NAME)),
  );
  cpSync(built, workFolder, { recursive: true });
}

/** False if the server creates the database. */
export function hasDatabase(setup: string): boolean {
  return existsSync(join(setupFolder(setup), 'config.json'));
}

/** Imports the settings and users of a setup into a new database, at a path or an address. */
export function fillDatabase(setup: string, folder: string, database: string): void {
  // The configuration is beside the folder, because the whole folder is copied into working folders.
  const config = `${folder}.json`;
  writeFileSync(config, operatorConfig(setup));
  runProgram(folder, ['config', 'import', config, '-d', database]);
  const users = join(setupFolder(setup), 'users.json');
  runProgram(folder, ['users', 'import', users, '-d', database]);
}

/** Returns the output of the program. Throws its error output if it fails. */
export function runProgram(folder: string, args: readonly string[]): string {
  const [program = '', ...first] = SERVER_COMMAND;
  return execFileSync(program, [...first, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: folder, TZ: 'UTC', ...storeCredentials() },
    // Ends a program that hangs, also on a machine with much else to do.
    timeout: 120_000,
  });
}
