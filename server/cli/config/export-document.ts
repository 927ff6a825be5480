import type { Database } from '../../metadata/database.ts';
import type { AuthSettings } from '../../metadata/setting-documents.ts';
import { readOrCreateSigningKey } from '../../metadata/settings.ts';
import type { StoredConfig } from './config-changes.ts';
import { wholeServerRecord } from './server-record.ts';
import { readStoredConfig } from './stored-config.ts';

/** An export of the configuration, its keys in the predecessor's order (compatibility.md 9.4). */
export interface ConfigDocument {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly server: Readonly<Record<string, unknown>>;
  readonly auther: Readonly<Record<string, unknown>>;
}

/** What people are shown: neither the signing key nor the captcha's secret. */
export function shownDocument({ settings, server, auth }: StoredConfig): ConfigDocument {
  const recaptcha = auth.recaptcha && { host: auth.recaptcha.host, key: auth.recaptcha.key };
  return documentWithoutKey({ settings, server, auth: { ...auth, recaptcha } });
}

/** Everything but the key that signs sessions and links. */
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

/** What is written into a file: everything. YAML has the key as numbers, and a setting that nobody reads. */
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
  const { minimumPasswordLength, fileMode, dirMode } = settings;
  return {
    ...{ signup, hideLoginButton, createUserDir, userHomeBasePath, defaults },
    ...{ authMethod, logoutPage, branding, tus, commands, shell, rules },
    ...{ minimumPasswordLength, fileMode, dirMode, hideDotfiles: false },
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
