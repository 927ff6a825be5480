import { ALL_SETTINGS } from '../config/setting-list.ts';
import type { Flags } from '../config/sources.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { StartupError } from '../lib/startup-error.ts';
import type { CliCommand, ListedCommand, TypedCall } from './cli-command.ts';
import { nextWord } from './command-words.ts';
import { COMMANDS, commandOf, commandsIn } from './commands.ts';
import { parseTyped } from './parse-typed.ts';

/** What the command line asks for. */
export type Request =
  | { readonly command: 'serve'; readonly flags: Flags }
  | { readonly command: 'print'; readonly text: string }
  | { readonly command: 'run'; readonly run: CliCommand['run']; readonly typed: TypedCall };

/** Reads the words behind the program's name; a mistake in them is a StartupError. */
export async function parseCommandLine(words: readonly string[]): Promise<Request> {
  if (words[0] === 'help') return help(words.slice(1));
  if (isTyped(words, ['-v', '--version'])) return read(['version'], []);
  if (isTyped(words, ['-h', '--help'])) return help(words);

  const { path, others } = findCommand(words);
  if (path.length === 0) return { command: 'serve', flags: parseTyped(SERVE, others).flags };
  return commandOf(path) === undefined ? help(path) : read(path, others);
}

/** Starting the server, seen as a command. */
const SERVE = { words: [], settings: ALL_SETTINGS.map(({ name }) => name) };

/** Behind `--` everything is an argument. */
function isTyped(words: readonly string[], spellings: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end === -1 ? words.length : end).some((word) => spellings.includes(word));
}

async function read(path: readonly string[], others: readonly string[]): Promise<Request> {
  const listed = commandOf(path);
  if (listed === undefined) throw unknownCommand(path);
  const command = await listed.load();
  const typed = parseTyped({ ...command, words: listed.words }, others);
  return { command: 'run', run: (call) => command.run(call), typed };
}

async function help(words: readonly string[]): Promise<Request> {
  const { commandHelp, groupHelp, programHelp } = await import('./help.ts');
  const { path } = findCommand(words.filter((word) => word !== '-h' && word !== '--help'));
  const [group] = path;
  const listed = commandOf(path);
  if (group === undefined) return { command: 'print', text: programHelp() };
  if (listed === undefined) return { command: 'print', text: groupHelp(group) };
  return { command: 'print', text: commandHelp(listed, await listed.load()) };
}

interface Found {
  /** The words of a command or of a group; none when the server is meant. */
  readonly path: readonly string[];
  /** As typed, on both sides of them. */
  readonly others: readonly string[];
}

/** Looks for the command; flags of the server can stand before it. */
function findCommand(words: readonly string[]): Found {
  const before: string[] = [];
  let path: readonly string[] = [];
  let rest = words;
  while (rest.length > 0 && rest[0] !== '--' && commandOf(path) === undefined) {
    const { found, rest: left } = nextWord(rest, ALL_SETTINGS);
    const [first] = found;
    if (first?.kind === 'plain') path = longerPath(path, first.text);
    else before.push(...rest.slice(0, rest.length - left.length));
    // What follows may be the value of a flag that was misspelt: the parser says so.
    if (first?.kind === 'strange' && !isWordOfCommand(left[0])) return { path: [], others: words };
    rest = left;
  }
  return { path, others: [...before, ...rest] };
}

function isWordOfCommand(word: string | undefined): boolean {
  return COMMANDS.some(({ words }) => words.some((known) => known === word));
}

function longerPath(path: readonly string[], word: string): readonly string[] {
  const longer = [...path, word];
  const isGroup = path.length === 0 && commandsIn(word).length > 0;
  if (!isGroup && commandOf(longer) === undefined) throw unknownCommand(longer);
  return longer;
}

function unknownCommand(path: readonly string[]): StartupError {
  const typed = path.join(' ');
  const near = nearestName(typed, nearbyNames(path));
  const meant = near === undefined ? '' : ` (Did you mean ${near}?)`;
  const place = path
    .slice(0, -1)
    .map((word) => `${word} `)
    .join('');
  return new StartupError(`there is no command "${typed}"${meant}; see filebrowser ${place}--help`);
}

function nearbyNames(path: readonly string[]): string[] {
  const isInGroup = path.length > 1;
  const candidates: readonly ListedCommand[] = isInGroup ? commandsIn(path[0] ?? '') : COMMANDS;
  return candidates.map(({ words }) => (isInGroup ? words.join(' ') : (words[0] ?? '')));
}
