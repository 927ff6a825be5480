// Generates the tables of the operator's guide from the sources: flags, settings of `config set`, and commands. Each
// table is between two markers. As a step of the check it reports outdated tables; `npm run guide` writes them. Not
// part of the product.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import { ALL_SETTINGS, variableOf } from '../config/settings.ts';
import { COMMANDS } from './commands.ts';
import { CONFIG_OPTIONS } from './config/config-changes.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const GUIDE = join(ROOT, 'docs', 'guide');
const FORMAT = JSON.parse(readFileSync(join(ROOT, '.oxfmtrc.json'), 'utf8')) as FormatConfig;
const END = '<!-- end of table -->';
const GROUPS = [...new Set(ALL_SETTINGS.map(({ group }) => group))];

interface Table {
  readonly page: string;
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const TABLES: readonly Table[] = [
  ...GROUPS.map((group) => ({
    page: 'settings.md',
    name: `flags: ${group}`,
    head: ['Flag', 'Variable', 'Default', 'Meaning', 'Can be stored'],
    rows: flags(group),
  })),
  {
    page: 'settings.md',
    name: 'stored settings',
    head: ['`config set …`', 'Meaning'],
    rows: CONFIG_OPTIONS.map((option) => [code(typed(option)), escaped(option.help)]),
  },
  {
    page: 'command-line.md',
    name: 'commands',
    head: ['Command', 'What it does'],
    rows: COMMANDS.map(({ words, summary }) => [
      code(`filebrowser ${words.join(' ')}`),
      escaped(summary),
    ]),
  },
];

const isWriting = process.argv.includes('--write');
for (const page of new Set(TABLES.map((table) => table.page))) await checkOrWrite(page);

async function checkOrWrite(page: string): Promise<void> {
  const file = join(GUIDE, page);
  const text = readFileSync(file, 'utf8');
  const updated = await withTables(text, page, file);
  if (updated === text) return;
  if (isWriting) writeFileSync(file, updated);
  else complain(`docs/guide/${page} has outdated tables. Update them with npm run guide.`);
}

async function withTables(text: string, page: string, file: string): Promise<string> {
  let filled = text;
  for (const table of TABLES.filter((one) => one.page === page)) {
    const begin = `<!-- table of ${table.name} -->`;
    const from = filled.indexOf(begin);
    const to = filled.indexOf(END, from);
    if (from === -1 || to === -1)
      complain(`docs/guide/${page} has no markers for the table of ${table.name}`);
    else filled = `${filled.slice(0, from)}${begin}\n\n${drawn(table)}\n\n${filled.slice(to)}`;
  }
  return (await format(file, filled, FORMAT)).code;
}

function drawn({ head, rows }: Table): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function flags(group: string): string[][] {
  return ALL_SETTINGS.filter((setting) => setting.group === group).map((setting) => {
    const letter = setting.letter === undefined ? '' : `, \`-${setting.letter}\``;
    const variable = setting.variable === false ? '' : code(variableOf(setting));
    return [
      `${code(typed(setting))}${letter}`,
      variable,
      escaped(setting.fallback ?? (setting.takes === undefined ? 'false' : '')),
      escaped(setting.help),
      setting.stored === undefined ? '' : 'yes',
    ];
  });
}

function typed({ name, takes }: { readonly name: string; readonly takes?: string }): string {
  return takes === undefined ? `--${name}` : `--${name} <${takes}>`;
}

function code(text: string): string {
  return `\`${text}\``;
}

/** Escapes characters that Markdown would interpret as tables, emphasis or tags. */
function escaped(text: string): string {
  return text.replaceAll(/[\\|*_<`]/g, String.raw`\$&`);
}

function complain(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
