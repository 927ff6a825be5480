import { fchmodSync, closeSync, openSync, renameSync, rmSync, writeSync, fsyncSync } from 'node:fs';
import { migrationReportOf } from '../../../config/database-place.ts';

/** Something that the operator should know of. */
export interface Note {
  /** `user ann`, `settings`, `link 3VuoClr4`. */
  readonly about: string;
  readonly message: string;
}

/** What has become of a database of the predecessor, or would become of it. */
export interface MigrationReport {
  readonly users: number;
  readonly links: number;
  readonly rules: number;
  /** Lines that run on events. */
  readonly commands: number;
  /** The id that the next user gets. */
  readonly nextUserId: number;
  /** What is otherwise here than it was there, and why. */
  readonly adjusted: readonly Note[];
  /** What somebody has to look at. */
  readonly decisions: readonly Note[];
}

/** The report for people. */
export function reportText(report: MigrationReport): string {
  const { adjusted, decisions } = report;
  return [
    ...counts(report),
    ...section('Adjusted:', adjusted),
    ...section('For you to decide:', decisions),
  ].join('\n');
}

/** So many are told to somebody who has only started a server. */
const MOST_IN_BRIEF = 10;

/** What nobody has to do anything about is only counted. */
export function reportSummary(report: MigrationReport): string {
  const { adjusted, decisions } = report;
  const more = decisions.length - MOST_IN_BRIEF;
  return [
    ...counts(report),
    ...(adjusted.length > 0 ? [`  ${counted(adjusted.length, 'thing')} adjusted`] : []),
    ...section('For you to decide:', decisions.slice(0, MOST_IN_BRIEF)),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n');
}

function counts({ users, links, rules, commands }: MigrationReport): string[] {
  return [
    'Taken over:',
    `  ${counted(users, 'user')}, ${counted(links, 'link')}, ${counted(rules, 'rule')}, ${counted(commands, 'command')} on events, and the settings`,
  ];
}

function section(title: string, notes: readonly Note[]): string[] {
  if (notes.length === 0) return [];
  return ['', title, ...notes.map(({ about, message }) => `  ${about}: ${message}`)];
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

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
