import {
  type CompletedCommand,
  type CompletedOption,
  nextWords,
  groupsOf,
} from './completion-tree.ts';

/** Returns a script for fish 3 and newer, with descriptions. */
export function fishCompletion(tree: readonly CompletedCommand[]): string {
  const lines = [
    '# fish completion for filebrowser',
    'complete -c filebrowser -f',
    ...wordLines(tree, []),
    ...groupsOf(tree).flatMap((group) => wordLines(tree, [group])),
    ...tree.flatMap((command) => [...optionLines(command), ...argumentLines(command)]),
  ];
  return `${helperFunctions(tree)}\n${lines.join('\n')}`;
}

/**
 * Returns the helper functions of the script. `__filebrowser_at` tests whether the typed words, without flags and their
 * values, are exactly those of a command; `__filebrowser_behind` tests whether they begin with them.
 */
function helperFunctions(tree: readonly CompletedCommand[]): string {
  const server = tree.find(({ words }) => words.length === 0)?.options ?? [];
  const valued = server
    .filter(({ takes }) => takes !== undefined)
    .flatMap(({ name, letter }) => [`--${name}`, ...(letter === undefined ? [] : [`-${letter}`])]);
  return `function __filebrowser_words
  set -l skip no
  for word in (commandline -opc)[2..-1]
    if test $skip = yes
      set skip no
      continue
    end
    switch $word
      case ${valued.join(' ')}
        set skip yes
      case '-*'
      case '*'
        echo $word
    end
  end
end
function __filebrowser_at
  set -l typed (__filebrowser_words)
  test "$typed" = "$argv"
end
function __filebrowser_behind
  set -l typed (__filebrowser_words)
  set -l count (count $argv)
  test (count $typed) -ge $count; and test "$typed[1..$count]" = "$argv"
end`;
}

function conditionOf(how: 'at' | 'behind', path: readonly string[]): string {
  return quoted([`__filebrowser_${how}`, ...path].join(' '));
}

function wordLines(tree: readonly CompletedCommand[], path: readonly string[]): string[] {
  return [...nextWords(tree, path)].map(
    ([word, help]) =>
      `complete -c filebrowser -n ${conditionOf('at', path)} -a ${word} -d ${quoted(help)}`,
  );
}

/** Returns the flags of a command. Those of the server itself are only offered before a command. */
function optionLines({ words, options: found }: CompletedCommand): string[] {
  const condition = conditionOf(words.length === 0 ? 'at' : 'behind', words);
  return found.map(
    (option) =>
      `complete -c filebrowser -n ${condition} ${flagOf(option)} -d ${quoted(option.help)}`,
  );
}

const VALUE_OF = { file: ' -r -F', folder: " -x -a '(__fish_complete_directories)'", other: ' -x' };

function flagOf({ name, letter, takes }: CompletedOption): string {
  const flag = letter === undefined ? `-l ${name}` : `-s ${letter} -l ${name}`;
  return takes === undefined ? flag : flag + VALUE_OF[takes];
}

function argumentLines({ words, arguments: taken }: CompletedCommand): string[] {
  const holds = taken[0]?.holds;
  if (holds === undefined) return [];
  const completed = holds === 'file' ? '-F' : `-a ${quoted(holds.join(' '))}`;
  return [`complete -c filebrowser -n ${conditionOf('behind', words)} ${completed}`];
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
