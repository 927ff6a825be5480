import { resolve } from 'node:path';
import { exportFormatOf, writeExport } from '../../compat/filebrowser2/export-files.ts';
import type { Database, Reader, Writer } from '../../metadata/database.ts';
import type { AuthSettings } from '../../metadata/setting-documents.ts';
import {
  readOrCreateSigningKey,
  readAuthSettings,
  readGlobalSettings,
  readServerSettings,
  lockSettings,
  writeAuthSettings,
  writeGlobalSettings,
  writeServerSettings,
} from '../../metadata/settings.ts';
import type { CliCommand } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import type { StoredConfig } from './config-changes.ts';
import { wholeServerRecord } from './server-record.ts';

export const exportConfigCommand: CliCommand = {
  arguments: [{ name: 'file' }],
  details: `The ending of the path determines the format: .json, .yml or .yaml. The file contains
the key that signs sessions and shares. Only its owner can read it; keep it secret.`,
  examples: ['filebrowser config export settings.json'],
  async run(call) {
    const [typed = ''] = call.arguments;
    const path = resolve(call.surroundings.workingFolder, typed);
    const format = exportFormatOf(path);
    await withAdministration(call, async ({ administration }) => {
      await writeExport(path, await exportedDocument(administration.db, format));
    });
    call.printNotice(`wrote ${path}`);
  },
};

/** An export of the configuration, with keys in the order of File Browser 2 (compatibility.md 9.4). */
export interface ConfigDocument {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly server: Readonly<Record<string, unknown>>;
  readonly auther: Readonly<Record<string, unknown>>;
}

/** Returns the document for display, without the signing key and the secret of the captcha. */
export function shownDocument({ settings, server, auth }: StoredConfig): ConfigDocument {
  const recaptcha = auth.recaptcha && { host: auth.recaptcha.host, key: auth.recaptcha.key };
  return documentWithoutKey({ settings, server, auth: { ...auth, recaptcha } });
}

/** Returns everything except the key that signs sessions and shares. */
export function documentWithoutKey({
  settings,
  server,
  auth,
}: Omit<StoredConfig, 'auth'> & { readonly auth: ShownAuth }): ConfigDocument {
  return {
    settings: settingsInOrder(settings),
    server: wholeServerRecord(server),
    auther: autherOf(settings.authMethod, auth),
  };
}

/** Returns the complete document for a file. In YAML, the key is a list of numbers, and there is one unused setting. */
export async function exportedDocument(
  db: Database,
  format: 'json' | 'yaml',
): Promise<ConfigDocument> {
  const key = await readOrCreateSigningKey(db);
  const { settings, server, auther } = documentWithoutKey(await readStoredConfig(db.read));
  const isYaml = format === 'yaml';
  return {
    settings: { key: isYaml ? [...key] : key.toString('base64'), ...settings },
    server: { ...server, ...(isYaml && { caseInsensitiveFs: false }) },
    auther,
  };
}

function settingsInOrder(settings: StoredConfig['settings']) {
  const { signup, hideLoginButton, createUserDir, userHomeBasePath, defaults } = settings;
  const { authMethod, logoutPage, branding, tus, commands, shell, rules } = settings;
  const { minimumPasswordLength, fileMode, dirMode, foldersWithoutVersions } = settings;
  return {
    ...{ signup, hideLoginButton, createUserDir, userHomeBasePath, defaults },
    ...{ authMethod, logoutPage, branding, tus, commands, shell, rules },
    ...{ minimumPasswordLength, fileMode, dirMode, hideDotfiles: false },
    // File Browser 2 does not know it, and ignores it.
    foldersWithoutVersions,
  };
}

type ShownAuth = Omit<AuthSettings, 'recaptcha'> & {
  readonly recaptcha: Readonly<Partial<NonNullable<AuthSettings['recaptcha']>>> | null;
};

function autherOf(method: string, { recaptcha, header, command }: ShownAuth) {
  switch (method) {
    case 'proxy':
      return { header };
    case 'hook':
      return { command };
    case 'noauth':
      return {};
    default:
      return { recaptcha };
  }
}

export async function readStoredConfig(db: Reader): Promise<StoredConfig> {
  return {
    settings: await readGlobalSettings(db),
    auth: await readAuthSettings(db),
    server: await readServerSettings(db),
  };
}

/** Updates the configuration in one transaction. Concurrent changes are applied one after another. */
export async function updateStoredConfig(
  db: Database,
  change: (stored: StoredConfig) => StoredConfig,
): Promise<void> {
  await db.write(async (tx) => {
    await lockSettings(tx);
    await writeStoredConfig(tx, change(await readStoredConfig(tx)));
  });
}

export async function writeStoredConfig(
  tx: Writer,
  { settings, auth, server }: StoredConfig,
): Promise<void> {
  await writeGlobalSettings(tx, settings);
  await writeAuthSettings(tx, auth);
  await writeServerSettings(tx, server);
}
