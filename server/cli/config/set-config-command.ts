import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ALL_SETTINGS } from '../../config/settings.ts';
import type { SettingValues } from '../../config/settings.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { CliCall, CliCommand } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { changedConfig } from './config-changes.ts';
import { CONFIG_OPTIONS, STORABLE_SETTINGS } from './config-changes.ts';
import { updateStoredConfig } from './export-config.ts';

export const setConfigCommand: CliCommand = {
  options: CONFIG_OPTIONS,
  settings: STORABLE_SETTINGS,
  details: `Stores what is typed and leaves the rest as it is. The running server does so
from the next request on, save for its own flags: those count from its next
start, and a flag, variable or file that says something else counts first.`,
  examples: [
    'filebrowser config set --branding.name "Our files" --branding.color "#00695c"',
    'filebrowser config set --perm.delete=false --scope /team',
    'filebrowser config set --auth.method proxy --auth.header X-User \\\n      --trustedProxies 127.0.0.1',
  ],
  async run(call) {
    requireSomething(call);
    await withAdministration(call, async ({ administration, outer, values }) => {
      await updateStoredConfig(administration.db, (stored) => changedConfig(stored, call, outer));
      for (const word of await remarks(call, values)) call.tell(word);
    });
  },
};

function requireSomething({ options, flags }: CliCall): void {
  const isSaid = options.size > 0 || serverFlagsOf(flags).length > 0;
  if (!isSaid) throw new StartupError('nothing to set; see filebrowser config set --help');
}

function serverFlagsOf(flags: CliCall['flags']) {
  return ALL_SETTINGS.filter(({ name, stored }) => stored !== undefined && flags.has(name));
}

/** What whoever typed this might not expect. */
async function remarks(
  { options, flags, surroundings }: CliCall,
  { trustedProxies, allowShell }: SettingValues,
): Promise<string[]> {
  const words: string[] = [];
  const late = [
    ...serverFlagsOf(flags).map(({ name }) => name),
    ...LATE_OPTIONS.filter((name) => options.has(name)),
  ];
  if (late.length > 0) words.push(`counts from the next start: ${late.join(', ')}`);
  const files = options.get('branding.files') ?? '';
  if (files !== '' && !(await isFolder(resolve(surroundings.workingFolder, files)))) {
    words.push(`--branding.files: there is no folder ${files} yet`);
  }
  const [program = ''] = (options.get('auth.command') ?? '').trim().split(' ');
  if (program.includes('/') && !program.startsWith('/')) {
    words.push(
      '--auth.command: nobody can sign in until it begins with an absolute path or the name of a program',
    );
  }
  if (options.get('auth.method') === 'proxy' && trustedProxies.length === 0) {
    words.push('--auth.method proxy: only addresses in --trustedProxies may name the user');
  }
  if ((options.get('shell') ?? '') !== '' && !allowShell) {
    words.push('--shell: counts only where --allowShell is on; until then no shell is in between');
  }
  return words;
}

/** The storage is opened once. */
const LATE_OPTIONS = ['fileMode', 'dirMode'];

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
