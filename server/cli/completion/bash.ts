import {
  type CompletedCommand,
  type CompletedOption,
  groupsOf,
  nextWords,
} from './completion-tree.ts';

/** Returns a script for bash 4 and newer that does not need the package bash-completion. */
export function bashCompletion(tree: readonly CompletedCommand[]): string {
  return `# bash completion for filebrowser
_filebrowser() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local path="" skip="" word
  # The shell takes --flag=value apart.
  [ "$current" = "=" ] && current=""
  [ "$previous" = "=" ] && previous="\${COMP_WORDS[COMP_CWORD-2]}"

  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ -n "$skip" ]; then skip=""; continue; fi
    case "$path|$word" in
      ${valued(tree).join('|')}) skip=1 ;;
      ${steps(tree).join('|')}) path="\${path:+$path }$word" ;;
    esac
  done

  local words="" kind=""
  case "$path|$previous" in
${branches(tree, 'file')}${branches(tree, 'folder')}${branches(tree, 'other')}    *)
      case "$path" in
${[...groups(tree), ...commands(tree)].join('\n')}
      esac ;;
  esac

  case "$kind" in
    file) [[ "$current" == -* ]] || { compopt -o filenames 2> /dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return; } ;;
    folder) compopt -o filenames 2> /dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -F _filebrowser filebrowser`;
}

/** Returns the options that take the next word as their value. */
function valued(tree: readonly CompletedCommand[]): string[] {
  return patterns(tree, ({ takes }) => takes !== undefined);
}

/** Returns `*|--root` for the long form, which has one meaning for all commands, and `path|-r` for a letter. */
function patterns(
  tree: readonly CompletedCommand[],
  isMeant: (option: CompletedOption) => boolean,
): string[] {
  const found = tree.flatMap(({ words, options }) =>
    options.filter(isMeant).flatMap(({ name, letter }) => {
      const long = `*"|--${name}"`;
      return letter === undefined ? [long] : [long, `"${words.join(' ')}|-${letter}"`];
    }),
  );
  return [...new Set(found)];
}

/** Returns the words that lead to a group or a command. */
function steps(tree: readonly CompletedCommand[]): string[] {
  const found = tree.flatMap(({ words }) =>
    words.map((word, index) => `"${words.slice(0, index).join(' ')}|${word}"`),
  );
  return [...new Set(found)];
}

function branches(tree: readonly CompletedCommand[], kind: 'file' | 'folder' | 'other'): string {
  const found = patterns(tree, ({ takes }) => takes === kind);
  return found.length === 0 ? '' : `    ${found.join('|')}) kind=${kind} ;;\n`;
}

function groups(tree: readonly CompletedCommand[]): string[] {
  return groupsOf(tree).map((group) => {
    const words = [...nextWords(tree, [group]).keys(), '--help'];
    return `        "${group}") words="${words.join(' ')}" ;;`;
  });
}

function commands(tree: readonly CompletedCommand[]): string[] {
  return tree.map(({ words, options, arguments: taken }) => {
    const flags = options.map(({ name }) => `--${name}`);
    const next = words.length === 0 ? [...nextWords(tree, []).keys()] : [];
    const holds = taken[0]?.holds;
    const choices = typeof holds === 'object' ? holds : [];
    const kind = holds === 'file' ? ' kind=file' : '';
    return `        "${words.join(' ')}") words="${[...next, ...choices, ...flags].join(' ')}"${kind} ;;`;
  });
}
