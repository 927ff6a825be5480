import { readValues } from '../../config/read-values.ts';
import { ALL_SETTINGS, type Setting } from '../../config/settings.ts';
import { fromStored } from '../../config/sources.ts';
import { type CliCommand, JSON_OPTION } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { commandsInWords } from '../commands-in-words.ts';
import { table } from '../../lib/table.ts';
import type { StoredConfig } from './config-changes.ts';
import { shownDocument, readStoredConfig } from './export-config.ts';

export const catConfigCommand: CliCommand = {
  options: [JSON_OPTION],
  details: `Each line has the name that "config set" accepts. Flags, variables and the
configuration file override stored settings of the server. Secrets are not shown.`,
  examples: ['filebrowser config cat', 'filebrowser config cat --json'],
  async run(call) {
    await withAdministration(call, async ({ administration }) => {
      const stored = await readStoredConfig(administration.db.read);
      const isJson = call.options.get('json') === 'true';
      call.print(isJson ? JSON.stringify(shownDocument(stored), null, 2) : readable(stored));
    });
  },
};

function readable(stored: StoredConfig): string {
  const sections: [string, Row[]][] = [
    ['Settings', settingRows(stored)],
    ['Log-in', logInRows(stored)],
    ['New users', defaultRows(stored)],
    [`Commands: ${commandSummary(stored)}`, commandRows(stored)],
    ['Server', serverRows(stored, ({ group }) => group !== 'Commands')],
  ];
  const width = Math.max(...sections.flatMap(([, rows]) => rows.map(([name]) => name.length)));
  return sections
    .map(([title, rows]) => {
      const padded = rows.map(([name, value]) => [`  ${name.padEnd(width)}`, value]);
      return `${title}\n${table(padded)}`;
    })
    .join('\n\n');
}

type Row = [name: string, value: string];

function settingRows({ settings }: StoredConfig): Row[] {
  const { branding, tus, rules } = settings;
  return [
    ['signup', shown(settings.signup)],
    ['createUserDir', shown(settings.createUserDir)],
    ['userHomeBasePath', shown(settings.userHomeBasePath)],
    ['minimumPasswordLength', shown(settings.minimumPasswordLength)],
    ['hideLoginButton', shown(settings.hideLoginButton)],
    ...Object.entries(branding).map(([name, value]): Row => [`branding.${name}`, shown(value)]),
    ...Object.entries(tus).map(([name, value]): Row => [`tus.${name}`, shown(value)]),
    ['fileMode', octal(settings.fileMode)],
    ['dirMode', octal(settings.dirMode)],
    ['foldersWithoutVersions', shown(settings.foldersWithoutVersions.join(':'))],
    ['rules', rules.length === 0 ? 'none' : `${rules.length}; see rules ls`],
  ];
}

function logInRows({ settings, auth: { header, command, recaptcha } }: StoredConfig): Row[] {
  return [
    ['auth.method', settings.authMethod],
    ['auth.header', shown(header)],
    ['auth.command', shown(command)],
    ['auth.logoutPage', shown(settings.logoutPage)],
    ['recaptcha.host', shown(recaptcha?.host ?? '')],
    ['recaptcha.key', shown(recaptcha?.key ?? '')],
    ['recaptcha.secret', recaptcha === null ? '""' : '(stored)'],
  ];
}

function defaultRows({ settings: { defaults } }: StoredConfig): Row[] {
  const { perm, sorting, commands, ...plain } = defaults;
  return [
    ...Object.entries(plain).map(([name, value]): Row => [name, shown(value)]),
    ['sorting.by', sorting.by],
    ['sorting.asc', shown(sorting.asc)],
    ['commands', shown(commands.join(','))],
    ...Object.entries(perm).map(([name, value]): Row => [`perm.${name}`, shown(value)]),
  ];
}

/** Summarizes the stored settings of commands. Variables and flags, which can override them, are not included. */
function commandSummary({ settings, server }: StoredConfig): string {
  const { values } = readValues(fromStored(server));
  return commandsInWords({
    isOn: !values.disableExec,
    hasShell: values.allowShell && settings.shell.length > 0,
    sandbox: values.commandSandbox,
  });
}

function commandRows(stored: StoredConfig): Row[] {
  const { shell, commands } = stored.settings;
  const count = Object.values(commands).flat().length;
  return [
    ...serverRows(stored, ({ group }) => group === 'Commands'),
    ['shell', shown(shell.join(' '))],
    ['on events', count === 0 ? 'none' : `${count}; see cmds ls`],
  ];
}

function serverRows({ server }: StoredConfig, isMeant: (setting: Setting) => boolean): Row[] {
  const stored = ALL_SETTINGS.filter((setting) => setting.stored !== undefined && isMeant(setting));
  return stored.map(({ name, stored: key = '', storedInverted = false, fallback, takes }) => {
    const value = server[key];
    if (value === undefined) return [name, `${fallback ?? (takes ? '""' : 'false')} (default)`];
    return [name, shown(typeof value === 'boolean' ? value !== storedInverted : value)];
  });
}

function octal(mode: number): string {
  return `0${mode.toString(8)}`;
}

function shown(value: unknown): string {
  return value === '' ? '""' : String(value);
}
