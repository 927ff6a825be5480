import type { Config } from '../config/config.ts';
import {
  type CompletedMigration,
  migrationNotice,
} from '../compat/filebrowser2/migration/migrate-on-start.ts';

/** Where words for the operator go: not into the log, whose lines machines read. */
export interface Console {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** The sentence is the predecessor's: scripts look for it. This is the only time the password is shown. */
export function announcePassword(console: Console, username: string, password: string): void {
  const sentence = `User '${username}' initialized with randomly generated password: `;
  console.write(`\n  ${sentence}${strong(console, password)}\n  It is shown only this once.\n`);
}

/** Once: later starts only log that it was. */
export function announceMigration(console: Console, migration: CompletedMigration): void {
  const lines = migrationNotice(migration).split('\n');
  console.write(`\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n`);
}

export function announceAddress(console: Console, version: string, url: string, config: Config) {
  const lines = [
    `File Browser ${version} is ready`,
    '',
    `Open     ${strong(console, url)}`,
    `Folder   ${config.root}`,
  ];
  if (config.firstUser.noauth) lines.push('Sign-in  none: everybody who comes here is let in');
  console.write(`\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n\n`);
}

function strong(console: Console, text: string): string {
  return console.isTTY === true ? `\u001b[1m${text}\u001b[22m` : text;
}
