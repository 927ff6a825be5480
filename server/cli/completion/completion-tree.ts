import type { Argument, Command, Option } from 'commander';

/** A command, as a completion script offers it. */
export interface CompletedCommand {
  /** Empty for starting the server. */
  readonly words: readonly string[];
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  readonly arguments: readonly CompletedArgument[];
}

export interface CompletedOption {
  readonly name: string;
  readonly letter: string | undefined;
  /** Kind of the value; undefined for a switch. */
  readonly takes: 'file' | 'folder' | 'other' | undefined;
  readonly help: string;
}

export interface CompletedArgument {
  readonly many: boolean;
  readonly holds: 'file' | readonly string[] | undefined;
}

/** Returns the program and all of its commands with their options. */
export function completionTree(program: Command): readonly CompletedCommand[] {
  return [completed(program, []), ...program.commands.flatMap((command) => below(command, []))];
}

function below(command: Command, path: readonly string[]): CompletedCommand[] {
  const words = [...path, command.name()];
  if (command.commands.length === 0) return [completed(command, words)];
  return command.commands.flatMap((each) => below(each, words));
}

function completed(command: Command, words: readonly string[]): CompletedCommand {
  return {
    words,
    summary: command.summary(),
    options: command.createHelp().visibleOptions(command).map(completedOption),
    arguments: command.registeredArguments.map(completedArgument),
  };
}

function completedOption(option: Option): CompletedOption {
  const { long, short, flags, description } = option;
  const value = /<(.*)>/.exec(flags)?.[1];
  const kind = value === 'file' || value === 'folder' ? value : 'other';
  return {
    name: long?.slice('--'.length) ?? '',
    letter: short?.slice('-'.length),
    takes: option.required ? kind : undefined,
    help: description,
  };
}

function completedArgument(argument: Argument): CompletedArgument {
  const isFile = ['file', 'folder'].includes(argument.name());
  return { many: argument.variadic, holds: isFile ? 'file' : argument.argChoices };
}

/** Returns the words that can follow `path`, each with its description. */
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

/** Returns the first words of commands that have two. */
export function groupsOf(tree: readonly CompletedCommand[]): readonly string[] {
  return [...new Set(tree.flatMap(({ words }) => (words.length > 1 ? words.slice(0, 1) : [])))];
}
