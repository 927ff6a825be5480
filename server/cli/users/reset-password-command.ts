import { randomBytes } from 'node:crypto';
import { changeUser } from '../../administration/users/change-user.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import type { CliCommand } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { typedPassword } from './typed-password.ts';
import { userNamed } from './user-named.ts';

/** 16 characters and 96 bits. */
const FEWEST_BYTES = 12;
/** Of base64. */
const BYTES_PER_CHARACTER = 3 / 4;

export const resetPasswordCommand: CliCommand = {
  arguments: [{ name: 'id|username' }],
  options: [
    { name: 'password', takes: 'password', help: 'this one; - takes it from the standard input' },
  ],
  details: `For whoever has lost theirs, the administrator too. Without --password a random one
is made and printed, this once. All sessions of the user end at once; a locked
password stays locked. Digits alone are always an id.`,
  examples: [
    'filebrowser users reset-password admin',
    'pass show files/ann | filebrowser users reset-password ann --password -',
  ],
  async run(call) {
    const [typed = ''] = call.arguments;
    const given = call.options.get('password');
    const chosen = given === undefined ? undefined : await typedPassword(given, call);
    await withAdministration(call, async ({ administration }) => {
      const { db } = administration;
      const { id, username } = await userNamed(db.read, typed);
      const { minimumPasswordLength } = await readGlobalSettings(db.read);
      const plain = chosen ?? randomPassword(minimumPasswordLength);
      await changeUser(administration, id, { password: { plain } });
      call.tell(`${username} has a new password, and all of their sessions have ended.`);
      if (chosen === undefined) call.print(plain);
    });
  },
};

function randomPassword(minimumLength: number): string {
  const bytes = Math.max(FEWEST_BYTES, Math.ceil(minimumLength * BYTES_PER_CHARACTER));
  return randomBytes(bytes).toString('base64url');
}
