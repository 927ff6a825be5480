import { StartupError } from '../../lib/startup-error.ts';
import type { Database, Writer } from '../../metadata/database.ts';
import { endSessionsOfUser, listSessions } from '../../metadata/sessions.ts';
import { listUsers } from '../../metadata/users.ts';
import type { CliCommand } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { switchOf } from '../option-values.ts';
import { userNamed } from '../users/user-named.ts';

export const endSessionsCommand: CliCommand = {
  arguments: [{ name: 'id|username', optional: true }],
  options: [{ name: 'all', help: 'those of everybody' }],
  details: `Whoever was signed in has to sign in again, from their next request on. Digits
alone are always an id.`,
  examples: ['filebrowser sessions end ann', 'filebrowser sessions end --all'],
  async run(call) {
    const [typed] = call.arguments;
    const isForAll = switchOf(call.options, 'all') === true;
    if ((typed === undefined) !== isForAll) {
      throw new StartupError('name one user, or --all: sessions end ann');
    }
    await withAdministration(call, async ({ administration: { db } }) => {
      const count = await endThem(db, typed);
      call.print(`${count} ${count === 1 ? 'session has' : 'sessions have'} ended`);
    });
  },
};

/** Of everybody when nobody is named. */
async function endThem(db: Database, typed: string | undefined): Promise<number> {
  const userId = typed === undefined ? undefined : (await userNamed(db.read, typed)).id;
  return db.write(async (tx) => {
    const living = await listSessions(tx, { userId, nowMs: Date.now() });
    for (const id of userId === undefined ? await everybody(tx) : [userId]) {
      await endSessionsOfUser(tx, id);
    }
    return living.length;
  });
}

async function everybody(tx: Writer): Promise<number[]> {
  return (await listUsers(tx)).map(({ id }) => id);
}
