/**
 * A program that interprets some of its arguments as code. Values that users choose, such as file names, are never
 * put there (`expand-arguments.ts`), because they could contain code. A program that is missing here is safe if it
 * runs a fixed script, whose arguments are data, but not if it gets code on the command line.
 */
export interface CodeTaker {
  readonly names: readonly string[];
  /** Options that are followed by code. Other options may stand in between. */
  readonly codeOptions?: RegExp;
  /** The first argument that is not an option is code, unless one of `givesProgram` precedes it. */
  readonly takesProgram?: { readonly givesProgram: RegExp; readonly takesValue: RegExp };
  /** True if all arguments are code, or are combined to code. */
  readonly takesEverything?: true;
  /** True if text after a colon is interpreted by a shell of another machine. */
  readonly takesRemotePaths?: true;
}

/** Letters of short options may be combined: `-lc`, `-cx`, `-ne`. */
export const CODE_TAKERS: readonly CodeTaker[] = [
  {
    names: [
      ...['sh', 'bash', 'rbash', 'dash', 'ash', 'zsh', 'ksh', 'ksh93', 'mksh', 'pdksh', 'yash'],
      ...['posh', 'oksh', 'loksh', 'sash', 'hush', 'osh', 'ysh', 'rc', 'es'],
      ...['fish', 'csh', 'tcsh', 'nu', 'elvish', 'xonsh', 'busybox', 'toybox'],
      // These pass it to a shell.
      ...['su', 'runuser', 'script', 'flock', 'sg', 'entr'],
    ],
    codeOptions: /^(?:[-+]\w*[cs]\w*|--(?:command|init-command|session-command))$/i,
  },
  { names: ['pwsh', 'powershell'], codeOptions: /^-\w*[ce]\w*$/i },
  { names: ['env'], codeOptions: /^(?:-\w*S\w*|--split-string)$/ },
  { names: ['python', 'pypy', 'ipython'], codeOptions: /^-\w*c\w*$/ },
  { names: ['perl', 'raku', 'ruby', 'irb'], codeOptions: /^-\w*[eEMmrI]\w*$/ },
  {
    names: ['node', 'nodejs', 'bun', 'deno', 'tsx'],
    codeOptions: /^(?:-\w*[epr]\w*|--(?:eval|print|require|import|loader)|eval)$/,
  },
  {
    names: ['php', 'php-cgi'],
    codeOptions: /^(?:-\w*[rBREd]\w*|--(?:run|process-(?:code|begin|end)|define))$/,
  },
  { names: ['lua', 'luajit', 'luau', 'tclsh', 'wish', 'expect'], codeOptions: /^-\w*[elc]\w*$/ },
  {
    names: [
      ...['r', 'rscript', 'julia', 'octave', 'gnuplot', 'guile', 'racket', 'sbcl', 'clisp'],
      ...['ghc', 'ghci', 'runghc', 'erl', 'elixir', 'iex', 'groovy', 'scala', 'clojure', 'clj'],
      ...['swipl', 'ocaml', 'osascript', 'dc', 'bc', 'gdb', 'lldb', 'jshell', 'crystal', 'mongosh'],
      ...['vi', 'vim', 'nvim', 'view', 'ex', 'ed', 'emacs', 'emacsclient'],
      ...['psql', 'mysql', 'mariadb', 'clickhouse-client', 'cqlsh', 'isql', 'sqlcmd'],
    ],
    codeOptions:
      /^(?:-\w*[ceEqQgLs]\w*|-ex\w*|-eval\w*|--(?:e|eval|expr|execute|command|cmd|query))$/,
  },
  // A filter may name further files to read.
  { names: ['ffmpeg', 'ffplay', 'ffprobe'], codeOptions: /^-(?:[av]f|filter\w*|lavfi)(?::.*)?$/s },
  // The argument with the code is recognized by its characters: a plain word is a value, as after `--arg name`.
  { names: ['jq', 'gojq', 'jaq', 'yq', 'xmlstarlet', 'redis-cli', 'influx'] },
  {
    names: ['awk', 'gawk', 'mawk', 'nawk', 'original-awk'],
    codeOptions: /^(?:-\w*e|--source)$/,
    takesProgram: {
      givesProgram: /^(?:-\w*[efE]|--(?:source|file|exec)(?:=.*)?)$/s,
      takesValue: /^(?:-[FvfeEil]|--(?:source|file|exec|assign|field-separator|include|load))$/,
    },
  },
  {
    names: ['sed', 'gsed', 'ssed'],
    codeOptions: /^(?:-\w*e|--expression)$/,
    takesProgram: {
      givesProgram: /^(?:-\w*[ef]|--(?:expression|file)(?:=.*)?)$/s,
      takesValue: /^(?:-\w*[efl]|--(?:expression|file|line-length))$/,
    },
  },
  {
    names: [
      // These combine their arguments for a shell, here or on another machine.
      ...['ssh', 'autossh', 'mosh', 'rsh', 'parallel', 'sem', 'watch', 'eval', 'tmux', 'screen'],
      // These expand variables on their command line, including `$(shell …)`.
      ...['make', 'gmake', 'bmake', 'just', 'm4'],
      // These get statements after the database.
      ...['sqlite3', 'sqlite', 'duckdb'],
    ],
    takesEverything: true,
  },
  {
    names: ['scp', 'rsync'],
    codeOptions: /^(?:-\w*e|--rsh|--rsync-path)$/,
    takesRemotePaths: true,
  },
];

/**
 * Options that take code in most programs. In programs that are not listed here, their argument counts as code if it
 * looks like more than a single value.
 */
export const USUAL_CODE_OPTIONS =
  /^(?:-[a-zA-Z]{0,3}[ceE]|-(?:eval|exec|execute|ex|cmd|command)|--(?:command|cmd|eval|exec|execute|expr|expression|run|script|shell))$/i;

const BY_NAME = new Map(CODE_TAKERS.flatMap((taker) => taker.names.map((name) => [name, taker])));

/** Finds a program by its name or path, with or without a version: `/usr/bin/python3.12`. */
export function codeTakerOf(word: string): CodeTaker | undefined {
  const name = word.slice(word.lastIndexOf('/') + 1).toLowerCase();
  return BY_NAME.get(name) ?? BY_NAME.get(name.replace(/[-.\d]+$/, ''));
}
