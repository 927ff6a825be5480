import { fchmodSync, closeSync, openSync, renameSync, rmSync, writeSync, fsyncSync } from 'node:fs';
import { migrationReportOf } from '../../../config/database-file.ts';

/** A note for the operator. */
export interface Note {
  /** Subject of the note, such as `user ann`, `settings` or `share 3VuoClr4`. */
  readonly about: string;
  readonly message: string;
}

/** Report of a migration, or of a dry run. */
export interface MigrationReport {
  readonly users: number;
  readonly links: number;
  readonly rules: number;
  /** Number of event hooks. */
  readonly commands: number;
  /** Id of the next user. */
  readonly nextUserId: number;
  /** Values that differ from those of File Browser 2, and the reason. */
  readonly adjusted: readonly Note[];
  /** Decisions for the operator. */
  readonly decisions: readonly Note[];
}

/** Formats the complete report for people. */
export function reportText(report: MigrationReport): string {
  const { adjusted, decisions } = report;
  return [
    ...counts(report),
    ...section('Adjusted:', adjusted),
    ...section('For you to decide:', decisions),
  ].join('\n');
}

/** Maximum number of decisions that are shown at a start. */
const MAX_IN_BRIEF = 10;

/** Formats a summary, in which adjusted values are only counted. */
export function reportSummary(report: MigrationReport): string {
  const { adjusted, decisions } = report;
  const more = decisions.length - MAX_IN_BRIEF;
  return [
    ...counts(report),
    ...(adjusted.length > 0 ? [`  ${counted(adjusted.length, 'value')} adjusted`] : []),
    ...section('For you to decide:', decisions.slice(0, MAX_IN_BRIEF)),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n');
}

function counts({ users, links, rules, commands }: MigrationReport): string[] {
  return [
    'Migrated:',
    `  ${counted(users, 'user')}, ${counted(links, 'share')}, ${counted(rules, 'rule')}, ${counted(commands, 'command')} on events, and the settings`,
  ];
}

function section(title: string, notes: readonly Note[]): string[] {
  if (notes.length === 0) return [];
  return ['', title, ...notes.map(({ about, message }) => `  ${about}: ${message}`)];
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** Mode of the report. Only its owner may read it, because it contains users and their permissions. */
const MODE = 0o600;

/** The report for programs. */
export interface MigrationReportDocument extends MigrationReport {
  readonly files: readonly string[];
  readonly database: string;
}

/** Writes the report beside the database, and replaces an existing one. */
export function writeReport(database: string, report: MigrationReportDocument): void {
  const file = migrationReportOf(database);
  const part = `${file}.part`;
  rmSync(part, { force: true });
  const descriptor = openSync(part, 'wx', MODE);
  try {
    fchmodSync(descriptor, MODE); // whatever the umask is
    writeSync(descriptor, `${JSON.stringify(report, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(part, file);
}

export function removeReport(database: string): void {
  rmSync(migrationReportOf(database), { force: true });
}
