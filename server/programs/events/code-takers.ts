/**
 * Programs that take some of what they are given as code. What users choose, such as the name of a file, is never put there
 * (`expand-arguments.ts`): it could hold code of theirs. Whatever is missing here is no hole for programs that run by a fixed
 * script, for their arguments are data; it is one for a program that is given code on the command line.
 */
export interface CodeTaker {
  readonly names: readonly string[];
  /** After these comes code; other options may stand in between. */
  readonly codeOptions?: RegExp;
  /** The first argument that is no option is code, unless one of `givesProgram` has come before. */
  readonly takesProgram?: { readonly givesProgram: RegExp; readonly takesValue: RegExp };
  /** All of its arguments are code, or are put together and become code. */
  readonly takesEverything?: true;
  /** Behind a colon stands what a shell of another machine reads. */
  readonly takesRemotePlaces?: true;
}

/** Letters of short options may be written together: `-lc`, `-cx`, `-ne`. */
export const CODE_TAKERS: readonly CodeTaker[] = [
  {
    names: [
      ...['sh', 'bash', 'rbash', 'dash', 'ash', 'zsh', 'ksh', 'ksh93', 'mksh', 'pdksh', 'yash'],
      ...['posh', 'oksh', 'loksh', 'sash', 'hush', 'osh', 'ysh', 'rc', 'es'],
      ...['fish', 'csh', 'tcsh', 'nu', 'elvish', 'xonsh', 'busybox', 'toybox'],
      // They hand it to a shell.
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
  // The one argument that is code looks like it: what stands alone is a value, as after `--arg name`.
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
      // They put their arguments together for a shell, here or on another machine.
      ...['ssh', 'autossh', 'mosh', 'rsh', 'parallel', 'sem', 'watch', 'eval', 'tmux', 'screen'],
      // What is set on their command line is expanded, `$(shell …)` and the like included.
      ...['make', 'gmake', 'bmake', 'just', 'm4'],
      // Behind the database come statements.
      ...['sqlite3', 'sqlite', 'duckdb'],
    ],
    takesEverything: true,
  },
  {
    names: ['scp', 'rsync'],
    codeOptions: /^(?:-\w*e|--rsh|--rsync-path)$/,
    takesRemotePlaces: true,
  },
];

/**
 * Options that take code in most programs that have them: for programs that are not known here, what comes after them is taken
 * for code when it looks like more than a single value.
 */
export const USUAL_CODE_OPTIONS =
  /^(?:-[a-zA-Z]{0,3}[ceE]|-(?:eval|exec|execute|ex|cmd|command)|--(?:command|cmd|eval|exec|execute|expr|expression|run|script|shell))$/i;

const BY_NAME = new Map(CODE_TAKERS.flatMap((taker) => taker.names.map((name) => [name, taker])));

/** By a name or a path of it, with or without a version: `/usr/bin/python3.12`. */
export function codeTakerOf(word: string): CodeTaker | undefined {
  const name = word.slice(word.lastIndexOf('/') + 1).toLowerCase();
  return BY_NAME.get(name) ?? BY_NAME.get(name.replace(/[-.\d]+$/, ''));
}
