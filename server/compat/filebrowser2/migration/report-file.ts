import { fchmodSync, closeSync, openSync, renameSync, rmSync, writeSync, fsyncSync } from 'node:fs';
import { migrationReportOf } from '../../../config/database-place.ts';
import type { MigrationReport } from './migration-report.ts';

/** It names users, and what they may do. */
const MODE = 0o600;

/** What a takeover tells, as programs read it. */
export interface MigrationReportDocument extends MigrationReport {
  readonly files: readonly string[];
  readonly database: string;
}

/** Writes the report beside the database, in place of one that is there. */
export function writeReport(database: string, told: MigrationReportDocument): void {
  const file = migrationReportOf(database);
  const part = `${file}.part`;
  rmSync(part, { force: true });
  const descriptor = openSync(part, 'wx', MODE);
  try {
    fchmodSync(descriptor, MODE); // whatever the umask is
    writeSync(descriptor, `${JSON.stringify(told, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(part, file);
}

export function removeReport(database: string): void {
  rmSync(migrationReportOf(database), { force: true });
}
