import { StartupError } from '../../lib/startup-error.ts';
import type { CliCall } from '../cli-command.ts';

const MOST_CHARACTERS = 8_192;

/** What was typed, or with `-` the first line that comes in: so that it stands in no list of processes and no history. */
export async function typedPassword(
  typed: string,
  { stdin, tell }: Pick<CliCall, 'stdin' | 'tell'>,
): Promise<string> {
  if (typed !== '-') return typed;
  if (stdin.isTTY === true) tell('Type the password, which can be seen, and press Enter.');
  return firstLine(stdin);
}

async function firstLine(stdin: CliCall['stdin']): Promise<string> {
  let text = '';
  stdin.setEncoding('utf8'); // a letter may come in two pieces
  for await (const chunk of stdin) {
    text += chunk.toString();
    const [line = '', ...rest] = text.split(/\r?\n/);
    if (rest.length > 0) return line;
    if (text.length > MOST_CHARACTERS) throw new StartupError('the password is too long');
  }
  return text;
}
