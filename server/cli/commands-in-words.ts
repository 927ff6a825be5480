import type { CommandConfig, Config } from '../config/config.ts';
import type { Logger } from '../logger.ts';
import type { StoredGlobalSettings } from '../metadata/setting-documents.ts';
import { sandboxWarning } from '../programs/sandbox/missing-sandbox.ts';
import { type SandboxConfig, trySandbox } from '../programs/sandbox/sandbox.ts';

export interface CommandsState {
  readonly isOn: boolean;
  /** True if command lines are passed to a shell. */
  readonly hasShell: boolean;
  readonly sandbox: CommandConfig['sandbox'];
}

const SANDBOX: Readonly<Record<CommandConfig['sandbox'], string>> = {
  auto: 'in a sandbox if it works',
  require: 'only in a sandbox',
  off: 'without a sandbox',
};

/** Describes for an operator whether commands run, and how. */
export function commandsInWords({ isOn, hasShell, sandbox }: CommandsState): string {
  if (!isOn) return 'off';
  const shell = hasShell ? 'with full shell access' : 'without a shell';
  return `on, ${shell}; commands of users run ${SANDBOX[sandbox]}`;
}

/** Logs at the start how commands are run, and a warning where their sandbox does not work. Logs nothing while commands are off. */
export async function logCommands(
  logger: Pick<Logger, 'info' | 'warn'>,
  config: Pick<Config, 'features'> & SandboxConfig,
  { shell }: Pick<StoredGlobalSettings, 'shell'>,
): Promise<void> {
  const { features, commands } = config;
  if (!features.exec) return;
  const hasShell = features.shell && shell.length > 0;
  const state = commandsInWords({ isOn: true, hasShell, sandbox: commands.sandbox });
  if (hasShell) {
    logger.warn(`commands are ${state}: users who may run one command can run any command`);
  } else logger.info(`commands are ${state}`);
  const warning = sandboxWarning(await trySandbox(config), commands.sandbox);
  if (warning !== undefined) logger.warn(warning);
}
