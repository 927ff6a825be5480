import { parseTreePath, ROOT } from '#contract/paths.ts';
import type { AuthMethod, SettingsChanges } from '#contract/settings.ts';
import { homeOfScope } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { readGlobalDocument, type StoredGlobalSettings } from '../../metadata/setting-documents.ts';
import { readGlobalSettings, updateGlobalSettings } from '../../metadata/settings.ts';
import { folderIdentity } from '../../lib/folder-identity.ts';
import type { Administration } from '../administration.ts';
import { requirePossibleHome } from '../homes/make-home.ts';
import { settingsProblem } from './settings-problem.ts';
import { SettingsShape, shapeProblem } from './settings-shape.ts';

/** Settings of the page that `changeSettings` stores. The others are those of `Retention`. */
type GlobalChanges = Omit<SettingsChanges, 'retention'>;

/** Settings that the command line can change, including those that the page cannot. */
export interface StoredSettingsChanges extends GlobalChanges {
  readonly authMethod?: AuthMethod;
  readonly logoutPage?: string;
  readonly fileMode?: number;
  readonly dirMode?: number;
}

/** Parses changes of a client. `invalid-request` names a field that is unknown or has the wrong type. */
export function parseSettingsChanges(value: unknown): SettingsChanges {
  const parsed = parseInput(SettingsShape, value);
  if (parsed.kind === 'refused') {
    throw new AppError('invalid-request', shapeProblem(parsed.problem));
  }
  const { authMethod: _, fixed: _fixed, ...changes } = parsed.value;
  return changes;
}

/**
 * Stores the named settings in one transaction; they are used from the next request on. Returns all settings. Throws
 * `invalid-request` with the name of the field when a value is not accepted.
 */
export async function changeSettings(
  { db, driver }: Administration,
  changes: StoredSettingsChanges,
): Promise<StoredGlobalSettings> {
  const folder = changes.branding?.files ?? '';
  // Before the transaction, which must not wait for anything but the database.
  const isThere = folder === '' || (await folderIdentity(folder)) !== undefined;
  const known = isThere || folder === (await readGlobalSettings(db.read)).branding.files;
  if (!known)
    throw new AppError('invalid-request', 'branding.files: the folder does not exist', {
      refusal: { code: 'no-such-folder' },
    });
  const before = await readGlobalSettings(db.read);
  await requirePossibleHomes(driver, changedSettings(before, changes), before);
  return db.write((tx) => updateGlobalSettings(tx, (stored) => changedSettings(stored, changes)));
}

/**
 * Throws `invalid-request` if new users could not get a home with the changed settings, as for the scope of a user.
 * Settings equal to `stored` are not checked, so that a symlink that was added later does not prevent other changes.
 */
export async function requirePossibleHomes(
  driver: Administration['driver'],
  settings: Pick<StoredGlobalSettings, 'userHomeBasePath' | 'defaults'>,
  stored: Pick<StoredGlobalSettings, 'userHomeBasePath' | 'defaults'>,
): Promise<void> {
  const fields = [
    ['userHomeBasePath', settings.userHomeBasePath, stored.userHomeBasePath],
    ['defaults.scope', settings.defaults.scope, stored.defaults.scope],
  ] as const;
  for (const [field, path, before] of fields) {
    const home = path === before ? undefined : homeOfScope(path);
    // The root itself needs no check: there are no symlinks on its path.
    if (home !== undefined && home !== ROOT) await requirePossibleHome(driver, home, field);
  }
}

/** Returns `stored` with the changes applied. `invalid-request` names a field with a wrong value. */
export function changedSettings(
  stored: StoredGlobalSettings,
  changes: StoredSettingsChanges,
): StoredGlobalSettings {
  const settings = readGlobalDocument(withChanges(stored, changes));
  const problem = settingsProblem(settings, stored);
  if (problem !== undefined) {
    throw new AppError('invalid-request', problem.reason, { refusal: problem.refusal });
  }
  return settings;
}

function withChanges(
  stored: StoredGlobalSettings,
  changes: StoredSettingsChanges,
): StoredGlobalSettings {
  const { userHomeBasePath = stored.userHomeBasePath } = changes;
  const { foldersWithoutVersions = stored.foldersWithoutVersions } = changes;
  const perm = { ...stored.defaults.perm, ...changes.defaults?.perm };
  return {
    ...stored,
    ...changes,
    userHomeBasePath: cleanPath(userHomeBasePath),
    foldersWithoutVersions: [...new Set(foldersWithoutVersions.map(cleanPath))],
    defaults: { ...stored.defaults, ...changes.defaults, perm },
    branding: { ...stored.branding, ...changes.branding },
    tus: { ...stored.tus, ...changes.tus },
  };
}

/** Normalizes a path. An invalid one is returned unchanged for the error message; '' means the default path. */
function cleanPath(path: string): string {
  return path === '' ? '' : (parseTreePath(path) ?? path);
}
