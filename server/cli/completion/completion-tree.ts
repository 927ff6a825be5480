import { ALL_SETTINGS } from '../../config/setting-list.ts';
import type { CliArgument, CliCommand, ListedCommand } from '../cli-command.ts';
import { settingsOf } from '../command-words.ts';

/** What can be typed, for a shell. */
export interface CompletedCommand {
  /** None: starting the server. */
  readonly words: readonly string[];
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  readonly arguments: readonly CliArgument[];
}

export interface CompletedOption {
  readonly name: string;
  readonly letter?: string;
  /** What follows it; undefined for a switch. */
  readonly takes?: 'file' | 'folder' | 'other';
  readonly help: string;
}

/** Every command with its options, the server's own first. */
export async function completionTree(
  listed: readonly ListedCommand[],
): Promise<readonly CompletedCommand[]> {
  const serving = {
    words: [],
    summary: 'serve a folder',
    options: optionsOf({ settings: ALL_SETTINGS.map(({ name }) => name) }),
    arguments: [],
  };
  const commands = listed.map(async ({ words, summary, load }) => {
    const command = await load();
    const options = optionsOf(command);
    return { words, summary, options, arguments: command.arguments ?? [] };
  });
  return [serving, ...(await Promise.all(commands))];
}

/** What can stand behind words that are typed already: the next ones, each with what it is. */
export function nextWords(
  tree: readonly CompletedCommand[],
  path: readonly string[],
): ReadonlyMap<string, string> {
  const next = new Map<string, string>();
  for (const { words, summary } of tree) {
    const word = words[path.length];
    if (word === undefined || path.some((typed, index) => typed !== words[index])) continue;
    const isGroup = words.length > path.length + 1;
    next.set(word, isGroup ? `commands for ${word}` : summary);
  }
  return next;
}

/** The first words of commands that have two. */
export function groupsOf(tree: readonly CompletedCommand[]): readonly string[] {
  return [...new Set(tree.flatMap(({ words }) => (words.length > 1 ? words.slice(0, 1) : [])))];
}

function optionsOf(command: Pick<CliCommand, 'options' | 'settings'>): CompletedOption[] {
  const { options = [] } = command;
  const letters = new Set(options.map(({ letter }) => letter));
  const own = options.map((option) => completed(option, option.letter));
  const flags = settingsOf(command).map((setting) =>
    completed(setting, letters.has(setting.letter) ? undefined : setting.letter),
  );
  return [...own, ...flags, { name: 'help', letter: 'h', help: 'tell more' }];
}

function completed(
  { name, takes, help }: { readonly name: string; readonly takes?: string; readonly help: string },
  letter: string | undefined,
): CompletedOption {
  return {
    name,
    ...(letter !== undefined && { letter }),
    ...(takes !== undefined && { takes: kindOf(takes) }),
    help,
  };
}

function kindOf(takes: string): 'file' | 'folder' | 'other' {
  return takes === 'file' || takes === 'folder' ? takes : 'other';
}
