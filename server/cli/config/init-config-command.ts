import { stat } from 'node:fs/promises';
import type { DatabaseConfig } from '../../config/config.ts';
import { readOuterSources } from '../../config/load-config.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { defaultGlobalSettings } from '../../metadata/setting-documents.ts';
import { hasStoredSettings } from '../../metadata/settings.ts';
import type { CliCommand } from '../cli-command.ts';
import { openOurDatabase } from '../open-database.ts';
import { changedConfig, type StoredConfig } from './config-changes.ts';
import { CONFIG_OPTIONS, STORABLE_SETTINGS } from './config-changes.ts';
import { writeStoredConfig } from './export-config.ts';

export const initConfigCommand: CliCommand = {
  options: CONFIG_OPTIONS,
  settings: STORABLE_SETTINGS,
  details: `Creates a database with the typed settings. An existing database is refused. It
contains no users: add them with "users add", or the first start creates an
administrator. The root is the working folder unless --root names another.`,
  examples: [
    'filebrowser config init --root /srv/files --port 8081',
    'filebrowser config init -d /var/lib/filebrowser.db --signup --createUserDir',
  ],
  async run(call) {
    const outer = await readOuterSources(call.flags, call.surroundings);
    // Checked first, so that a mistake leaves no database behind.
    const config = changedConfig(freshConfig(), call, outer);
    const place = outer.database;
    await requireNew(place);
    const { database } = await openOurDatabase(outer);
    try {
      await database.write(async (tx) => {
        if (await hasStoredSettings(tx)) throw new StartupError('the database is in use already');
        await writeStoredConfig(tx, config);
      });
    } finally {
      await database.close();
    }
    call.printNotice(place.kind === 'sqlite' ? `made ${place.file}` : 'the database is ready');
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

/** Container runtimes create an empty file as a mount point. */
async function requireNew(place: DatabaseConfig): Promise<void> {
  if (place.kind === 'postgres') return;
  if (place.legacyFile !== undefined) {
    throw new StartupError(
      `there is a database ${place.legacyFile} of File Browser 2 already, in whose place ${place.file} is used; config set changes that`,
    );
  }
  const found = await stat(place.file).catch(() => undefined);
  if (found === undefined || found.size === 0) return;
  throw new StartupError(`there is a database ${place.file} already; config set changes it`);
}
