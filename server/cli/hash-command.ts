import { StartupError } from '../lib/startup-error.ts';
import type { CliCommand } from './cli-command.ts';
import { typedPassword } from './users/users-commands.ts';

/** Maximum length of a password for bcrypt, which ignores the rest. Bytes. */
const MAX_BYTES = 72;
/** Cost factor of File Browser 2. */
const COST = 10;

export const hashCommand: CliCommand = {
  arguments: [{ name: 'password', optional: true }],
  settings: [],
  details: `Prints the bcrypt hash for --password of the first start. Without a password, or with
-, the first line of the standard input is hashed, so that the password appears in no
history and no process list.`,
  examples: ['filebrowser hash < password.txt', "filebrowser hash 'correct horse battery staple'"],
  async run(call) {
    const [typed = '-'] = call.arguments;
    const password = await typedPassword(typed, call);
    if (password === '') throw new StartupError('the password is empty');
    if (Buffer.byteLength(password) > MAX_BYTES || password.includes('\0')) {
      throw new StartupError(`bcrypt takes at most ${MAX_BYTES} bytes, none of them NUL`);
    }
    const { hash } = await import('bcryptjs');
    call.print(await hash(password, COST));
  },
};
