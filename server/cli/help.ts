import { ALL_SETTINGS, type Setting, variableOf } from '../config/setting-list.ts';
import type { CliCommand, CliOption, ListedCommand } from './cli-command.ts';
import { settingsOf } from './command-words.ts';
import { COMMANDS, commandsIn, GROUPS } from './commands.ts';
import { placeholderOf } from './parse-typed.ts';

const COLUMNS = 80;
const NOTHING: ReadonlySet<undefined> = new Set();
const SETTING_GROUPS = [
  'Server',
  'Files',
  'Commands',
  'Sign-in',
  'Trust',
  'Watching',
  'State',
] as const;

const HEAD = `File Browser: reach your own files from a browser.

Commands
  filebrowser [flags]             serve a folder
`;

const EXPLANATION = `
Each of them tells more with --help, and works while the server runs.

Each flag can be written in kebab-case as well (--base-url), be set by the
variable named beside it, or be a key of the configuration file. The flag counts
first, then the variable, the file, what the database holds, and the default.
Times are written 90s, 2h30m or 30d. Defaults stand in brackets.
`;

/** What the program can do and every flag of the server. */
export function programHelp(): string {
  const groups = SETTING_GROUPS.map((group) => {
    const settings = ALL_SETTINGS.filter((setting) => setting.group === group);
    return `${group}\n${settings.map((setting) => settingHelp(setting)).join('')}`;
  });
  const head = `${HEAD}${COMMANDS.map(commandLine).join('')}${EXPLANATION}`;
  return [head, ...groups, 'Other\n  -h, --help\n  -v, --version\n'].join('\n');
}

/** The commands that begin with one word. */
export function groupHelp(group: string): string {
  const lines = commandsIn(group).map(commandLine).join('');
  const more = `Each of them tells more with --help.\n`;
  return `${wrapped(`filebrowser ${group}: ${GROUPS[group] ?? ''}`, '')}\n${lines}\n${more}`;
}

/** How one command is typed, what it takes, and examples. */
export function commandHelp({ words, summary }: ListedCommand, command: CliCommand): string {
  const { arguments: taken = [], options = [], details, examples } = command;
  const usage = ['filebrowser', ...words, ...taken.map(placeholderOf), '[flags]'].join(' ');
  const own = options.map((option) => optionHelp(option)).join('');
  const letters = new Set(options.map(({ letter }) => letter));
  const flags = settingsOf(command).map((setting) => settingHelp(setting, letters));
  const parts = [
    `${usage}\n\n${wrapped(`${summary[0]?.toUpperCase() ?? ''}${summary.slice(1)}.`, '')}`,
    details === undefined ? '' : detailsHelp(details),
    own === '' ? '' : `Options\n${own}`,
    flags.length === 0 ? '' : `Flags of the server\n${flags.join('')}`,
    `Examples\n${examples.map((example) => `  ${example}\n`).join('')}`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** Paragraphs; one whose lines are indented stays as it is. */
function detailsHelp(details: string): string {
  const paragraphs = details
    .split('\n\n')
    .map((text) => (text.startsWith(' ') ? `${text}\n` : wrapped(text.replaceAll('\n', ' '), '')));
  return paragraphs.join('\n');
}

function commandLine({ words, summary }: ListedCommand): string {
  return `  ${['filebrowser', ...words].join(' ').padEnd(30)}  ${summary}\n`;
}

function optionHelp({ letter, name, takes, help }: CliOption): string {
  const flag = `  ${letter === undefined ? '   ' : `-${letter},`} --${name}`;
  const title = takes === undefined ? flag : `${flag} <${takes}>`;
  return `${title}\n${wrapped(help, '         ')}`;
}

/** `taken`: letters that mean something else to this command. */
function settingHelp(setting: Setting, taken: ReadonlySet<string | undefined> = NOTHING): string {
  const { letter, name, takes, help, fallback, variable } = setting;
  const hasLetter = letter !== undefined && !taken.has(letter);
  const flag = `  ${hasLetter ? `-${letter},` : '   '} --${name}`;
  const title = takes === undefined ? flag : `${flag} <${takes}>`;
  const variableName = variable === false ? '' : variableOf(setting);
  const gap = ' '.repeat(Math.max(2, COLUMNS - title.length - variableName.length));
  const described = fallback === undefined ? help : `${help} [${fallback}]`;
  return `${`${title}${gap}${variableName}`.trimEnd()}\n${wrapped(described, '         ')}`;
}

function wrapped(text: string, indent: string): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > COLUMNS && line !== indent) {
      lines.push(line);
      line = indent;
    }
    line += line === indent ? word : ` ${word}`;
  }
  return [...lines, line].map((finished) => `${finished}\n`).join('');
}
