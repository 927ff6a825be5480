import { resolve } from 'node:path';
import { Sorting } from '#contract/files.ts';
import { z } from 'zod';
import type { Surroundings } from '../config/environment.ts';
import { databaseOf, readOuterSources } from '../config/load-config.ts';
import type { Flags } from '../config/sources.ts';
import { StartupError } from '../lib/startup-error.ts';
import { readGlobalDocument, type StoredGlobalSettings } from '../metadata/setting-documents.ts';
import {
  readAuthSettings,
  writeAuthSettings,
  writeGlobalSettings,
  writeServerSettings,
} from '../metadata/settings.ts';
import { readImport } from './import-file.ts';
import { openOurDatabase } from './open-database.ts';

const Keys = z.record(z.string(), z.unknown());

const RuleList = z.array(z.looseObject({ regexp: z.unknown().default(null) })).default([]);

/** A first start of the predecessor stores no order ('') for new users. */
const UserDefaultsExport = z.looseObject({
  redirectAfterCopyMove: z.boolean().default(false),
  sorting: Sorting.catch({ by: 'name', asc: false }),
});

/** An export (WIRE.md 9.4). Its signing key is not taken: a key that has travelled is no secret. */
const ConfigExport = z.object({
  settings: Keys,
  server: Keys,
  auther: z
    .object({
      recaptcha: z.object({ host: z.string(), key: z.string(), secret: z.string() }).optional(),
      header: z.string().optional(),
      command: z.string().optional(),
    })
    .default({}),
});

export interface ImportConfigRequest {
  readonly flags: Flags;
  readonly file: string;
}

/** Takes over settings and the server record: all of them, or with a StartupError none. */
export async function importConfig(
  { flags, file }: ImportConfigRequest,
  surroundings: Surroundings,
): Promise<void> {
  const path = resolve(surroundings.workingFolder, file);
  const { settings, server, auther } = await readImport(path, ConfigExport);
  const complete = completeSettings(path, settings);
  const outer = await readOuterSources(flags, surroundings);
  const database = await openOurDatabase(databaseOf(outer));
  try {
    const auth = await readAuthSettings(database.read);
    const { recaptcha = null, header = auth.header, command = auth.command } = auther;
    await database.write(async (tx) => {
      await writeGlobalSettings(tx, complete);
      await writeServerSettings(tx, server);
      await writeAuthSettings(tx, { recaptcha, header, command });
    });
  } finally {
    await database.close();
  }
}

/** What the predecessor's older versions did not know yet was off. */
function completeSettings(path: string, settings: Record<string, unknown>): StoredGlobalSettings {
  try {
    return readGlobalDocument({
      hideLoginButton: false,
      ...settings,
      rules: RuleList.parse(settings['rules']),
      defaults: UserDefaultsExport.parse(settings['defaults'] ?? {}),
    });
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    throw new StartupError(`${path}: settings.${issue?.path.join('.')}: ${issue?.message}`, {
      cause: error,
    });
  }
}
