import { stat } from 'node:fs/promises';
import type { DatabaseConfig } from '../../config/config.ts';
import { readOuterSources } from '../../config/read-outer-sources.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { defaultGlobalSettings } from '../../metadata/setting-documents.ts';
import { hasStoredSettings } from '../../metadata/settings.ts';
import type { CliCommand } from '../cli-command.ts';
import { openOurDatabase } from '../open-database.ts';
import {
  changedConfig,
  type StoredConfig,
  CONFIG_OPTIONS,
  STORABLE_SETTINGS,
} from './config-changes.ts';
import { writeStoredConfig } from './export-config.ts';

export const initConfigCommand: CliCommand = {
  options: CONFIG_OPTIONS,
  settings: STORABLE_SETTINGS,
  details: `Creates a database with the typed settings. An existing database is refused. It
contains no users: add them with "users add", or the first start creates an
administrator. The root is the working folder unless --root sets another.`,
  examples: [
    'filebrowser config init --root /srv/files --port 8081',
    'filebrowser config init -d /var/lib/filebrowser.db --signup --createUserDir',
  ],
  async run(call) {
    const outer = await readOuterSources(call.flags, call.surroundings);
    // Checked before the database is created, so that an error leaves none behind.
    const config = changedConfig(freshConfig(), call, outer);
    const target = outer.database;
    await requireNew(target);
    const { database } = await openOurDatabase(outer);
    try {
      await database.write(async (tx) => {
        if (await hasStoredSettings(tx)) throw new StartupError('the database is in use already');
        await writeStoredConfig(tx, config);
      });
    } finally {
      await database.close();
    }
    call.printNotice(target.kind === 'sqlite' ? `created ${target.file}` : 'the database is ready');
  },
};

/**
 * The initial values of this command in File Browser 2, which differ from those of its first start (compatibility.md
 * 9.2).
 */
function freshConfig(): StoredConfig {
  const { defaults, ...settings } = defaultGlobalSettings();
  return {
    settings: {
      ...settings,
      hideLoginButton: false,
      defaults: {
        ...defaults,
        viewMode: 'list',
        redirectAfterCopyMove: false,
        sorting: { by: 'name', asc: false },
      },
    },
    auth: { recaptcha: null, header: '', command: '' },
    server: { root: '.' },
  };
}

/** Throws StartupError if the database exists. Accepts an empty file, which container runtimes create as a mount point. */
async function requireNew(target: DatabaseConfig): Promise<void> {
  if (target.kind === 'postgres') return;
  if (target.legacyFile !== undefined) {
    throw new StartupError(
      `${target.legacyFile} is a database of File Browser 2, which is migrated to ${target.file}. Change its settings with config set.`,
    );
  }
  const found = await stat(target.file).catch(() => undefined);
  if (found === undefined || found.size === 0) return;
  throw new StartupError(
    `the database ${target.file} exists already. Change its settings with config set.`,
  );
}
