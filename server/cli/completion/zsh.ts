import {
  type CompletedCommand,
  type CompletedOption,
  groupsOf,
  nextWords,
} from './completion-tree.ts';

/** Returns a script for zsh, with descriptions. Works sourced, and as a file named _filebrowser in fpath. */
export function zshCompletion(tree: readonly CompletedCommand[]): string {
  return `#compdef filebrowser
_filebrowser() {
  local at="" skip="" state line
  local -i index last=1
  local -a next
  typeset -A opt_args
  for (( index = 2; index < CURRENT; index++ )); do
    if [[ -n "$skip" ]]; then skip=""; continue; fi
    case "$at|$words[index]" in
      (${steps(tree).join('|')}) at="\${at:+$at }$words[index]"; last=index ;;
      (${valued(tree).join('|')}) skip=1 ;;
    esac
  done
  # _arguments counts from the last word of the command.
  words=("\${(@)words[last,-1]}"); (( CURRENT -= last - 1 ))

  case "$at" in
${[...groups(tree), ...commands(tree)].join('\n')}
  esac
}
if [[ "$funcstack[1]" = _filebrowser ]]; then _filebrowser "$@"; else compdef _filebrowser filebrowser; fi`;
}

/** Returns the server flags with a value. They can precede a command; after it, `_arguments` handles them. */
function valued(tree: readonly CompletedCommand[]): string[] {
  const options = tree.find(({ words }) => words.length === 0)?.options ?? [];
  return options
    .filter(({ takes }) => takes !== undefined)
    .flatMap(({ name, letter }) => [
      `"|--${name}"`,
      ...(letter === undefined ? [] : [`"|-${letter}"`]),
    ]);
}

function steps(tree: readonly CompletedCommand[]): string[] {
  const found = tree.flatMap(({ words }) =>
    words.map((word, index) => `"${words.slice(0, index).join(' ')}|${word}"`),
  );
  return [...new Set(found)];
}

function groups(tree: readonly CompletedCommand[]): string[] {
  return groupsOf(tree).map((group) => {
    return `    (${quoted(group)}) ${described(tree, [group])} ;;`;
  });
}

function described(tree: readonly CompletedCommand[], path: readonly string[]): string {
  const entries = [...nextWords(tree, path)].map(([word, help]) => quoted(`${word}:${help}`));
  return `next=(${entries.join(' ')}); _describe command next`;
}

function commands(tree: readonly CompletedCommand[]): string[] {
  return tree.map(({ words, options, arguments: taken }) => {
    const flags = options.map(optionSpec);
    const values = taken.map(({ holds, many }) =>
      quoted(`${many ? '*' : ''}:value:${actionOf(holds)}`),
    );
    const first = words.length === 0 ? [quoted('1:command:->command')] : values;
    const more =
      words.length === 0 ? `; [[ "$state" = command ]] && { ${described(tree, [])}; }` : '';
    const specs = [...flags, ...first].join(' ');
    return `    (${quoted(words.join(' '))}) _arguments -S ${specs}${more} ;;`;
  });
}

function actionOf(holds: 'file' | readonly string[] | undefined): string {
  if (holds === 'file') return '_files';
  return holds === undefined ? ' ' : `(${holds.join(' ')})`;
}

/** Returns the specification of an option for `_arguments`, such as `'--root=[help]:value:_files' '-r+[help]:value:_files'`. */
function optionSpec({ name, letter, takes, help }: CompletedOption): string {
  const text = `[${help.replaceAll(/[[\]:\\]/g, '\\$&')}]`;
  const action = { file: ':file:_files', folder: ':folder:_files -/', other: ':value: ' };
  const value = takes === undefined ? '' : action[takes];
  const long = quoted(`--${name}${takes === undefined ? '' : '='}${text}${value}`);
  if (letter === undefined) return long;
  return `${long} ${quoted(`-${letter}${takes === undefined ? '' : '+'}${text}${value}`)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
