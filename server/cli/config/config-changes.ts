import {
  changedSettings,
  type StoredSettingsChanges,
} from '../../administration/settings/change-settings.ts';
import { readListening, type OuterSources } from '../../config/load-config.ts';
import { fromStored, merged } from '../../config/sources.ts';
import { AppError } from '../../errors.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { AuthSettings, StoredGlobalSettings } from '../../metadata/setting-documents.ts';
import type { ServerSettings } from '../../metadata/settings.ts';
import type { CliCall } from '../cli-command.ts';
import { authSettingsOf } from './auth-options.ts';
import { settingsChangesOf } from './config-options.ts';
import { serverRecordOf } from './server-record.ts';

/** Everything that `config set` changes. */
export interface StoredConfig {
  readonly settings: StoredGlobalSettings;
  readonly auth: AuthSettings;
  readonly server: ServerSettings;
}

/** What is stored with what was typed in its place; a mistake or a contradiction is a StartupError that names the flag. */
export function changedConfig(
  stored: StoredConfig,
  { options, flags }: Pick<CliCall, 'options' | 'flags'>,
  outer: OuterSources,
): StoredConfig {
  const record = serverRecordOf(flags);
  const changed = {
    settings: settingsWith(stored.settings, settingsChangesOf(options, stored.settings)),
    auth: authSettingsOf(options, stored.auth),
    server: { ...stored.server, ...record },
  };
  // Whoever changes a colour is not the one to mend what was stored before.
  if (Object.keys(record).length > 0 || options.has('auth.method')) {
    requireGoodListening(changed, outer);
  }
  return changed;
}

function settingsWith(
  stored: StoredGlobalSettings,
  changes: StoredSettingsChanges,
): StoredGlobalSettings {
  try {
    return changedSettings(stored, changes);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new StartupError(inWordsOfFlags(error.message), { cause: error });
  }
}

/** Returns a problem with the name of the flag: `defaults.locale: is too long` concerns `--locale`. */
export function inWordsOfFlags(problem: string): string {
  return `flag --${problem.replace(/^defaults\./, '').replace(/^perm: /, 'perm.share: ')}`;
}

/** As the next start would judge it, with the variables and the file that are seen from here. */
function requireGoodListening({ settings, server }: StoredConfig, outer: OuterSources): void {
  const given = merged(outer.given, fromStored(server));
  readListening(given, outer.workingFolder, settings.authMethod);
}
