import type { Config } from '../config/config.ts';
import type { Logger } from '../logger.ts';
import type { StoredGlobalSettings } from '../metadata/setting-documents.ts';
import { commandsInWords } from './commands-in-words.ts';

/** One line at the start where commands are run; a server that runs none has nothing to tell. */
export function logCommands(
  logger: Pick<Logger, 'info' | 'warn'>,
  { features, commands }: Pick<Config, 'features' | 'commands'>,
  { shell }: Pick<StoredGlobalSettings, 'shell'>,
): void {
  if (!features.exec) return;
  const hasShell = features.shell && shell.length > 0;
  const told = commandsInWords({ isOn: true, hasShell, sandbox: commands.sandbox });
  if (hasShell) logger.warn(`commands are ${told}: who may run one may run every one`);
  else logger.info(`commands are ${told}`);
}
