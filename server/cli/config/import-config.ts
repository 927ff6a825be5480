import { resolve } from 'node:path';
import { z } from 'zod';
import { readImport } from '../../compat/filebrowser2/export-files.ts';
import { readConfigExport } from '../../compat/filebrowser2/migration/legacy-exports.ts';
import {
  LegacyAuther,
  LegacyServer,
  readLegacySettings,
  readRecord,
} from '../../compat/filebrowser2/migration/legacy-records.ts';
import { readOuterSources } from '../../config/read-outer-sources.ts';
import {
  readAuthSettings,
  writeAuthSettings,
  writeGlobalSettings,
  writeServerSettings,
} from '../../metadata/settings.ts';
import type { CliCommand, CliCall } from '../cli-command.ts';
import { printMigrationStatus } from '../open-administration.ts';
import { openOurDatabase } from '../open-database.ts';

export const importConfigCommand: CliCommand = {
  arguments: [{ name: 'file' }],
  details: `Reads an export of "config export" of this program or of File Browser 2, as JSON or
YAML. The key that signs sessions is not imported.`,
  examples: ['filebrowser config import settings.json'],
  async run(call) {
    const [file = ''] = call.arguments;
    await importConfig(call, file);
  },
};

/**
 * Imports settings and the server record: all of them, or with a StartupError none. Does not import the signing key,
 * because an exported key is not secret any more.
 */
export async function importConfig(
  call: Pick<CliCall, 'flags' | 'surroundings' | 'printNotice'>,
  file: string,
): Promise<void> {
  const { flags, surroundings } = call;
  const path = resolve(surroundings.workingFolder, file);
  const config = readConfigExport({ path, content: await readImport(path, z.unknown()) });
  const settings = readLegacySettings(config.settings);
  const server = readRecord(LegacyServer, config.server);
  const auther = readRecord(LegacyAuther, config.auther);
  const outer = await readOuterSources(flags, surroundings);
  const { database, migration } = await openOurDatabase(outer);
  try {
    printMigrationStatus(migration, call);
    const auth = await readAuthSettings(database.read);
    const { recaptcha = null, header = auth.header, command = auth.command } = auther;
    await database.write(async (tx) => {
      await writeGlobalSettings(tx, settings);
      await writeServerSettings(tx, server);
      await writeAuthSettings(tx, { recaptcha, header, command });
    });
  } finally {
    await database.close();
  }
}
