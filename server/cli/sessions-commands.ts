import { StartupError } from '../lib/startup-error.ts';
import { table } from '../lib/table.ts';
import type { Database, Writer } from '../metadata/database.ts';
import { listSessions, type StoredSession, endSessionsOfUser } from '../metadata/sessions.ts';
import { listUsers } from '../metadata/users.ts';
import { type CliCommand, JSON_OPTION } from './cli-command.ts';
import { withAdministration } from './open-administration.ts';
import { switchOf } from './option-values.ts';
import { timeText, userNamed } from './users/users-commands.ts';

/** Maximum number of characters of a device in the table. */
const MAX_DEVICE = 40;

export const listSessionsCommand: CliCommand = {
  options: [
    { name: 'user', letter: 'u', takes: 'id|username', help: 'list only sessions of this user' },
    JSON_OPTION,
  ],
  details: 'Lists the most recently used sessions first. Digits alone are always an id.',
  examples: ['filebrowser sessions ls', 'filebrowser sessions ls --user ann --json'],
  async run(call) {
    await withAdministration(call, async ({ administration: { db } }) => {
      const typed = call.options.get('user');
      const userId = typed === undefined ? undefined : (await userNamed(db.read, typed)).id;
      const sessions = await listSessions(db.read, { userId, nowMs: Date.now() });
      const users = await listUsers(db.read);
      const names = new Map(users.map(({ id, username }) => [id, username]));
      const isForPrograms = switchOf(call.options, JSON_OPTION.name) === true;
      call.print(isForPrograms ? jsonOf(sessions, names) : tableOf(sessions, names));
    });
  },
};

type Names = ReadonlyMap<number, string>;

function jsonOf(sessions: readonly StoredSession[], names: Names): string {
  const records = sessions.map((session) => ({
    id: session.idHash,
    userId: session.userId,
    username: names.get(session.userId),
    device: session.device,
    address: session.address,
    firstUsed: new Date(session.createdAt).toISOString(),
    lastUsed: new Date(session.lastUsedAt).toISOString(),
    expires: new Date(session.expiresAt).toISOString(),
  }));
  return JSON.stringify(records, undefined, 2);
}

function tableOf(sessions: readonly StoredSession[], names: Names): string {
  const head = ['Username', 'Address', 'First used', 'Last used', 'Device'];
  const rows = sessions.map((session) => [
    names.get(session.userId) ?? String(session.userId),
    session.address,
    timeText(session.createdAt),
    timeText(session.lastUsedAt),
    session.device.slice(0, MAX_DEVICE),
  ]);
  return table([head, ...rows]);
}

export const endSessionsCommand: CliCommand = {
  arguments: [{ name: 'id|username', optional: true }],
  options: [{ name: 'all', help: 'end the sessions of all users' }],
  details: `Users have to log in again, from their next request on. Digits alone are always an
id.`,
  examples: ['filebrowser sessions end ann', 'filebrowser sessions end --all'],
  async run(call) {
    const [typed] = call.arguments;
    const isForAll = switchOf(call.options, 'all') === true;
    if ((typed === undefined) !== isForAll) {
      throw new StartupError('name one user, or --all: sessions end ann');
    }
    await withAdministration(call, async ({ administration: { db } }) => {
      const count = await endSessions(db, typed);
      call.print(`${count} ${count === 1 ? 'session has' : 'sessions have'} ended`);
    });
  },
};

/** Ends the sessions of one user, or of all users if `typed` is undefined. Resolves with their number. */
async function endSessions(db: Database, typed: string | undefined): Promise<number> {
  const userId = typed === undefined ? undefined : (await userNamed(db.read, typed)).id;
  return db.write(async (tx) => {
    const active = await listSessions(tx, { userId, nowMs: Date.now() });
    for (const id of userId === undefined ? await allUserIds(tx) : [userId]) {
      await endSessionsOfUser(tx, id);
    }
    return active.length;
  });
}

async function allUserIds(tx: Writer): Promise<number[]> {
  return (await listUsers(tx)).map(({ id }) => id);
}
