import { migrationReportOf } from '../../../config/database-place.ts';
import { reportSummary } from './migration-report.ts';
import { printable } from '../../../lib/table.ts';
import type { MigrationStatus } from './migrate-on-start.ts';

/** For whoever has started something, once. */
export function migrationNotice({ report, legacyFile, file }: CompletedMigration): string {
  const lines = [
    `${legacyFile} is a database of File Browser 2. It stays as it is; from now on,`,
    `${file} is used in its place.`,
    '',
    ...reportSummary(report).split('\n'),
    '',
    `All of it: ${migrationReportOf(file)}`,
  ];
  return lines.map(printable).join('\n');
}

export type CompletedMigration = Extract<MigrationStatus, { kind: 'now' }>;

/** In one line. */
export function migrationSummary(migration: MigrationStatus): string {
  const { legacyFile, file } = migration;
  switch (migration.kind) {
    case 'now':
      return `${legacyFile} was taken over into ${file}, which is used from now on`;
    case 'before':
      return `${file} is used, which was taken over from ${legacyFile} on ${dayOf(migration.at)}`;
    case 'changed':
      return (
        `${legacyFile} has been changed since it was taken over into ${file} on ${dayOf(migration.at)}; nothing of that is here. ` +
        `Who wants it moves ${file} away and starts again, or: filebrowser import ${legacyFile} --database NEW`
      );
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
