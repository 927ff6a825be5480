import { AUDITED_OPERATIONS, type AuditEntry } from '#contract/audit.ts';
import { table } from '../lib/table.ts';
import { listAudit } from '../metadata/audit.ts';
import { type CliCommand, JSON_OPTION } from './cli-command.ts';
import { withAdministration } from './open-administration.ts';
import { choiceOf, switchOf, wholeNumberOf } from './option-values.ts';
import { timeText } from './users/users-commands.ts';

const ENTRIES = 100;

export const listAuditCommand: CliCommand = {
  options: [
    { name: 'user', letter: 'u', takes: 'username', help: 'list only operations of this user' },
    {
      name: 'what',
      takes: 'operation',
      help: `list only one operation: ${AUDITED_OPERATIONS.join(', ')}`,
    },
    { name: 'limit', takes: 'number', help: `maximum number of entries; default: ${ENTRIES}` },
    { name: 'before', takes: 'id', help: 'list only entries older than this one' },
    JSON_OPTION,
  ],
  details: `Lists the latest entries first. Entries contain the names of that time, also those
of removed users. Paths start at the root. A status below 400 means done; 401, 403
and 429 are refusals; 500 and above are failures. If an event hook has failed, the
entry names it; changes before that are kept. "and 12 more" counts repetitions, and
entries beyond the limit for one user, or for one network without a login.`,
  examples: [
    'filebrowser audit ls --user ann --what delete',
    'filebrowser audit ls --limit 1000 --json',
  ],
  async run(call) {
    await withAdministration(call, async ({ administration: { db } }) => {
      const entries = await listAudit(db.read, {
        before: wholeNumberOf(call.options, 'before'),
        username: call.options.get('user'),
        act: choiceOf(call.options, 'what', AUDITED_OPERATIONS),
        limit: wholeNumberOf(call.options, 'limit') ?? ENTRIES,
      });
      const isForPrograms = switchOf(call.options, JSON_OPTION.name) === true;
      call.print(isForPrograms ? JSON.stringify(entries, undefined, 2) : tableOf(entries));
    });
  },
};

function tableOf(entries: readonly AuditEntry[]): string {
  const head = ['ID', 'Time', 'User', 'Operation', 'About', 'Status', 'Address'];
  const rows = entries.map((entry) => [
    String(entry.id),
    timeText(entry.at),
    entry.username,
    entry.act,
    aboutOf(entry),
    statusOf(entry),
    entry.address,
  ]);
  return table([head, ...rows]);
}

function statusOf({ status, failedCommand }: AuditEntry): string {
  return failedCommand === undefined ? String(status) : `${status} (${failedCommand} failed)`;
}

function aboutOf({ about, destination, fields, more }: AuditEntry): string {
  const subject = destination === undefined ? about : `${about} → ${destination}`;
  const text = fields === undefined ? subject : `${subject} (${fields.join(', ')})`;
  return more === undefined ? text : `${text} (and ${more} more)`.trimStart();
}
