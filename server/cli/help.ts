import { ALL_SETTINGS, type Setting, variableOf } from '../config/setting-list.ts';

const COLUMNS = 80;
const GROUPS = ['Server', 'Files', 'Sign-in', 'Trust', 'State'] as const;

const HEAD = `File Browser: reach your own files from a browser.

Commands
  filebrowser [flags]                 serve a folder
  filebrowser config import <file>    take settings over from an export
  filebrowser users import <file>     take users over from an export; with
                                      --overwrite also those whose id is taken
  filebrowser version                 tell the version

Each flag can be written in kebab-case as well (--base-url), be set by the
variable named beside it, or be a key of the configuration file. The flag counts
first, then the variable, the file, what the database holds, and the default.
Times are written 90s, 2h30m or 30d. Defaults stand in brackets.
`;

export function helpText(): string {
  const groups = GROUPS.map((group) => {
    const settings = ALL_SETTINGS.filter((setting) => setting.group === group);
    return `${group}\n${settings.map(settingHelp).join('')}`;
  });
  return [HEAD, ...groups, 'Other\n  -h, --help\n  -v, --version\n'].join('\n');
}

function settingHelp(setting: Setting): string {
  const { letter, name, takes, help, fallback, variable } = setting;
  const flag = `  ${letter === undefined ? '   ' : `-${letter},`} --${name}`;
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
