import type { Config } from '../../config/config.ts';
import type { StoredGlobalSettings } from '../../metadata/setting-documents.ts';
import type { StoredUser } from '../../metadata/users.ts';
import { checkAllowedCommands } from './check-allowed-commands.ts';
import { checkEventLines } from './check-event-lines.ts';
import { checkSandbox } from './check-sandbox.ts';
import { type Finding, ok, warn } from './finding.ts';

const ABOUT = 'commands';

export interface CommandsLookedAt {
  readonly config: Config;
  readonly settings: Pick<StoredGlobalSettings, 'shell' | 'commands'>;
  readonly users: readonly StoredUser[];
}

/** Whether commands are run, what confines them, and which of them cannot work. */
export async function checkCommands({
  config,
  settings,
  users,
}: CommandsLookedAt): Promise<Finding[]> {
  const { features, commands } = config;
  if (!features.exec) return [whileOff(settings)];
  const shell = features.shell ? settings.shell : [];
  return [
    ...shellFindings(settings.shell, { isAllowed: features.shell }),
    ...rootFindings(),
    await checkSandbox(config),
    ...(await checkEventLines(settings.commands, shell, commands.searchPath)),
    ...(await checkAllowedCommands(users, commands.searchPath)),
  ];
}

function whileOff({ commands }: Pick<StoredGlobalSettings, 'commands'>): Finding {
  const count = Object.values(commands).flat().length;
  const waiting = count === 0 ? '' : `; ${count} are set up for events, and none of them runs`;
  return ok(ABOUT, `are off${waiting}`);
}

function shellFindings(
  shell: readonly string[],
  { isAllowed }: { readonly isAllowed: boolean },
): Finding[] {
  const words = shell.join(' ');
  if (shell.length === 0) return [ok(ABOUT, 'are on, and no shell reads them')];
  if (isAllowed) {
    const seen = `are on with full shell access: who may run one may run every one (${words})`;
    return [warn(ABOUT, seen, 'start without --allowShell, unless that is meant')];
  }
  return [
    ok(ABOUT, 'are on, and no shell reads them'),
    warn(
      ABOUT,
      `the shell of the settings (${words}) is not used`,
      'config set --shell "", or --allowShell for full shell access',
    ),
  ];
}

function rootFindings(): Finding[] {
  if (process.getuid?.() !== 0) return [];
  const advice = 'start the server as a user of its own, who owns nothing but the files';
  return [warn(ABOUT, 'are run as root, if this user runs the server', advice)];
}
