import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupFolder } from '../replay/recording-format.ts';
import { SERVER_COMMAND } from '../paths.ts';
import { operatorConfig } from './operator-config.ts';

/** The database of a setup, as the server finds it in its working folder. */
export const DATABASE_NAME = 'filebrowser.db';

/** Puts a fresh database of the setup into the working folder; `quick` has none, the server makes it. */
export function provideDatabase(scratch: string, setup: string, workFolder: string): void {
  if (!existsSync(join(setupFolder(setup), 'config.json'))) return;
  cpSync(builtDatabase(scratch, setup), workFolder, { recursive: true });
}

/** Imported once per run and setup, since reading sixteen users in anew for each scenario costs time. */
function builtDatabase(scratch: string, setup: string): string {
  const databases = join(scratch, 'databases');
  const built = join(databases, setup);
  if (existsSync(built)) return built;
  mkdirSync(databases, { recursive: true });
  const draft = mkdtempSync(join(databases, 'draft-'));
  const database = join(draft, DATABASE_NAME);
  // Beside it: all that is in the folder is copied to where a server works.
  const config = `${draft}.json`;
  writeFileSync(config, operatorConfig(setup));
  runProgram(draft, ['config', 'import', config, '-d', database]);
  const users = join(setupFolder(setup), 'users.json');
  runProgram(draft, ['users', 'import', users, '-d', database]);
  try {
    renameSync(draft, built);
  } catch (error) {
    // Another worker was faster; its database is as good.
    if (!existsSync(built)) throw error;
  }
  return built;
}

/** What the program printed; throws with its complaint when it fails. */
export function runProgram(folder: string, args: readonly string[]): string {
  const [program = '', ...first] = SERVER_COMMAND;
  return execFileSync(program, [...first, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: folder, TZ: 'UTC' },
    timeout: 30_000,
  });
}
