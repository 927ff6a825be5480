import type { Config } from '../config/config.ts';
import {
  type CompletedMigration,
  migrationNotice,
} from '../compat/filebrowser2/migration/migrate-on-start.ts';

/** Output for the operator, apart from the log, which programs read. */
export interface Console {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Prints the generated password, for the only time. The sentence is that of File Browser 2, because scripts search
 * for it.
 */
export function announcePassword(console: Console, username: string, password: string): void {
  const sentence = `User '${username}' initialized with randomly generated password: `;
  console.write(`\n  ${sentence}${strong(console, password)}\n  It is shown only this once.\n`);
}

/** Prints the result of a migration. Called only once; later starts log it. */
export function announceMigration(console: Console, migration: CompletedMigration): void {
  const lines = migrationNotice(migration).split('\n');
  console.write(`\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n`);
}

/** Prints the address to open and the served folder. */
export function announceAddress(console: Console, version: string, url: string, config: Config) {
  const lines = [
    `File Browser ${version} is ready`,
    '',
    `Open     ${strong(console, url)}`,
    `${config.storage === 'managed' ? 'Store ' : 'Folder'}   ${config.root}`,
  ];
  if (config.firstUser.noauth)
    lines.push('Log-in   none: everyone who can reach this address has access');
  console.write(`\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n\n`);
}

function strong(console: Console, text: string): string {
  return console.isTTY === true ? `\u001b[1m${text}\u001b[22m` : text;
}
