import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Administration } from '../../administration/administration.ts';
import { requirePossibleHomes } from '../../administration/settings/change-settings.ts';
import { ALL_SETTINGS, type SettingValues } from '../../config/settings.ts';
import { AppError } from '../../errors.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { CliCall, CliCommand } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import {
  changedConfig,
  CONFIG_OPTIONS,
  flagProblem,
  STORABLE_SETTINGS,
  type StoredConfig,
} from './config-changes.ts';
import { readStoredConfig, updateStoredConfig } from './export-config.ts';

export const setConfigCommand: CliCommand = {
  options: CONFIG_OPTIONS,
  settings: STORABLE_SETTINGS,
  details: `Stores the typed settings and keeps the others. The running server uses them from the
next request on, except its own flags, which apply from its next start. Flags,
variables and the configuration file override stored settings.`,
  examples: [
    'filebrowser config set --branding.name "Our files" --branding.color "#00695c"',
    'filebrowser config set --perm.delete=false --scope /team',
    'filebrowser config set --auth.method proxy --auth.header X-User \\\n      --trustedProxies 127.0.0.1',
  ],
  async run(call) {
    requireSomething(call);
    await withAdministration(call, async ({ administration, outer, values }) => {
      await requireHomes(administration, (stored) => changedConfig(stored, call, outer), call);
      await updateStoredConfig(administration.db, (stored) => changedConfig(stored, call, outer));
      for (const word of await remarks(call, values)) call.printNotice(word);
    });
  },
};

/** Checks the folders of homes as the server does. Prints a notice if they cannot be checked because the root is not available. */
async function requireHomes(
  administration: Administration,
  change: (stored: StoredConfig) => StoredConfig,
  { options, printNotice }: Pick<CliCall, 'options' | 'printNotice'>,
): Promise<void> {
  const given = ['scope', 'userHomeBasePath'].filter((name) => options.has(name));
  if (given.length === 0) return;
  const stored = await readStoredConfig(administration.db.read);
  const { settings } = change(stored);
  try {
    await requirePossibleHomes(administration.driver, settings, stored.settings);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'invalid-request') {
      throw new StartupError(flagProblem(error.message), { cause: error });
    }
    const flags = given.map((name) => `--${name}`).join(' and ');
    printNotice(`${flags}: not checked for symlinks, because the root is not available`);
  }
}

function requireSomething({ options, flags }: CliCall): void {
  const isGiven = options.size > 0 || serverFlagsOf(flags).length > 0;
  if (!isGiven) throw new StartupError('nothing to set; see filebrowser config set --help');
}

function serverFlagsOf(flags: CliCall['flags']) {
  return ALL_SETTINGS.filter(({ name, stored }) => stored !== undefined && flags.has(name));
}

/** Returns remarks about effects that users may not expect. */
async function remarks(
  { options, flags, surroundings }: CliCall,
  { trustedProxies, allowShell }: SettingValues,
): Promise<string[]> {
  const words: string[] = [];
  const late = [
    ...serverFlagsOf(flags).map(({ name }) => name),
    ...LATE_OPTIONS.filter((name) => options.has(name)),
  ];
  if (late.length > 0) words.push(`takes effect at the next start: ${late.join(', ')}`);
  const files = options.get('branding.files') ?? '';
  if (files !== '' && !(await isFolder(resolve(surroundings.workingFolder, files)))) {
    words.push(`--branding.files: the folder ${files} does not exist yet`);
  }
  const [program = ''] = (options.get('auth.command') ?? '').trim().split(' ');
  if (program.includes('/') && !program.startsWith('/')) {
    words.push(
      '--auth.command: users cannot log in until it begins with an absolute path or the name of a program',
    );
  }
  if (options.get('auth.method') === 'proxy' && trustedProxies.length === 0) {
    words.push('--auth.method proxy: only addresses in --trustedProxies may name the user');
  }
  if ((options.get('shell') ?? '') !== '' && !allowShell) {
    words.push('--shell: has no effect until --allowShell is set');
  }
  return words;
}

/** Options that take effect after a restart, because the storage is opened once. */
const LATE_OPTIONS = ['fileMode', 'dirMode'];

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
