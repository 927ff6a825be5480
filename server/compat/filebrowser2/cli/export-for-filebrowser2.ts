import type { User } from '#contract/users.ts';
import { parseDuration } from '../../../lib/duration.ts';
import type { ServerSettings } from '../../../metadata/settings.ts';
import type { StoredUser } from '../../../metadata/users.ts';
import type { StoredConfig } from '../../../cli/config/config-changes.ts';
import { type ConfigDocument, documentWithoutKey } from '../../../cli/config/export-config.ts';
import { EXPORTED_KEYS } from '../../../cli/config/server-record.ts';
import { userExport } from '../../../cli/users/export-users.ts';

/** The export for File Browser 2. */
export interface LegacyExport {
  readonly config: ConfigDocument;
  readonly users: readonly User[];
  /** Remarks about data that is not exported or differs, one line each. */
  readonly remarks: readonly string[];
}

interface Stored extends StoredConfig {
  readonly users: readonly StoredUser[];
  readonly links: number;
}

/** Exported keys that File Browser 2 does not have. It knows all others (compatibility.md 9.4). */
const OWN_KEYS = new Set(['allowShell', 'commandSandbox', 'commandNetwork']);
const FILE_BROWSER_2_KEYS = EXPORTED_KEYS.filter((key) => !OWN_KEYS.has(key));

/**
 * Converts stored data for the import of File Browser 2. The signing key is not exported, because File Browser 2 creates
 * its own. The auth method `hook` is not exported, because the import fails with it.
 */
export function exportForFileBrowser2({ users, links, ...stored }: Stored): LegacyExport {
  const isHook = stored.settings.authMethod === 'hook';
  const settings = isHook ? { ...stored.settings, authMethod: 'json' as const } : stored.settings;
  const { server, auther, settings: written } = documentWithoutKey({ ...stored, settings });
  const { foldersWithoutVersions: _unknownThere, ...known } = written;
  return {
    config: { settings: known, server: legacyServer(server), auther },
    users: userExport(users),
    remarks: [
      ...passwordRemarks(users),
      ...linkRemarks(links),
      ...logInRemarks(stored),
      ...commandRemarks(server),
      ...settingRemarks(stored),
    ],
  };
}

function legacyServer(server: ServerSettings): ServerSettings {
  const record = Object.fromEntries(FILE_BROWSER_2_KEYS.map((key) => [key, server[key]]));
  return {
    ...record,
    port: String(server['port']),
    log: server['log'] === 'off' ? '' : server['log'],
    tokenExpirationTime: legacyDuration(server['tokenExpirationTime']),
  };
}

/** Converts a duration in days to seconds, because File Browser 2 has no unit for days. */
function legacyDuration(stored: unknown): unknown {
  if (typeof stored !== 'string' || !stored.includes('d')) return stored;
  const milliseconds = parseDuration(stored);
  return milliseconds === undefined ? stored : `${milliseconds / 1_000}s`;
}

/**
 * Returns a remark about users with argon2 hashes. The hashes are exported, but File Browser 2 cannot check them. They
 * work again if the users are imported back.
 */
function passwordRemarks(users: readonly StoredUser[]): string[] {
  const names = users
    .filter(({ passwordHash }) => passwordHash.startsWith('$argon2'))
    .map(({ username }) => username);
  if (names.length === 0) return [];
  return [
    `users who need a new password in File Browser 2, because it cannot check argon2 hashes ` +
      `(filebrowser users update NAME --password NEW): ${names.join(', ')}`,
  ];
}

function linkRemarks(links: number): string[] {
  if (links === 0) return [];
  const subject = links === 1 ? '1 share is' : `${links} shares are`;
  return [`${subject} not exported: File Browser 2 cannot import shares`];
}

function logInRemarks({ settings, auth }: StoredConfig): string[] {
  switch (settings.authMethod) {
    case 'hook':
      return [
        `login by a command is not exported, because the import of File Browser 2 fails with it. Configure it there with ` +
          `filebrowser config set --auth.method=hook --auth.command=${JSON.stringify(auth.command)}`,
      ];
    case 'proxy':
      return [
        `File Browser 2 accepts the header ${auth.header} from every client: only the proxy must be able to reach it`,
      ];
    case 'json':
    case 'noauth':
      return [];
  }
}

function commandRemarks(server: ServerSettings): string[] {
  if (server['enableExec'] !== true) return [];
  return [
    'commands are enabled, and File Browser 2 runs them without a sandbox and without limits',
  ];
}

function settingRemarks({ server, settings }: StoredConfig): string[] {
  const ours = Object.keys(server).filter((key) => !FILE_BROWSER_2_KEYS.includes(key));
  if (settings.foldersWithoutVersions.length > 0) ours.push('foldersWithoutVersions');
  return ours.length === 0 ? [] : [`File Browser 2 has no such settings: ${ours.join(', ')}`];
}
