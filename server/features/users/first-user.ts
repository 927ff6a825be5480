import { randomBytes } from 'node:crypto';
import { hashPassword } from '../../access/passwords.ts';
import type { FirstUserConfig } from '../../config/config.ts';
import type { Database } from '../../metadata/database.ts';
import { defaultGlobalSettings } from '../../metadata/setting-documents.ts';
import {
  hasStoredSettings,
  readGlobalSettings,
  writeGlobalSettings,
} from '../../metadata/settings.ts';
import { countUsers, insertUser, type NewUser } from '../../metadata/users.ts';

/** 12 random bytes are 16 characters and 96 bits. */
const PASSWORD_BYTES = 12;

/**
 * Prepares an empty database: settings, and an administrator of the whole tree. Resolves with the random password if one was
 * created; undefined when users exist, or a hash was given.
 */
export async function makeFirstUser(
  db: Database,
  { username, passwordHash, noauth, editorTheme }: FirstUserConfig,
): Promise<string | undefined> {
  if ((await countUsers(db.read)) > 0) return undefined;
  const password =
    passwordHash === undefined ? randomBytes(PASSWORD_BYTES).toString('base64url') : undefined;
  const hash = password === undefined ? (passwordHash ?? '') : await hashPassword(password);
  const stored = await readGlobalSettings(db.read);
  const authMethod = noauth ? 'noauth' : stored.authMethod;
  // Stored settings already contain the defaults for new users.
  const theme = (await hasStoredSettings(db.read)) ? undefined : editorTheme;
  const themed = theme === undefined ? {} : { aceEditorTheme: theme };
  const defaults = { ...defaultGlobalSettings().defaults, ...themed };
  const isCreated = await db.write(async (tx) => {
    // When two servers start on an empty database, only one creates the user.
    if ((await countUsers(tx)) > 0) return false;
    const ofNewUsers = { ...stored.defaults, ...themed };
    await writeGlobalSettings(tx, { ...stored, authMethod, defaults: ofNewUsers });
    await insertUser(tx, administrator(username, hash, defaults), Date.now());
    return true;
  });
  return isCreated ? password : undefined;
}

function administrator(
  username: string,
  passwordHash: string,
  defaults: ReturnType<typeof defaultGlobalSettings>['defaults'],
): NewUser {
  return {
    ...defaults,
    username,
    passwordHash,
    lockPassword: false,
    rules: [],
    sorting: { by: 'name', asc: false },
    perm: {
      admin: true,
      execute: true,
      create: true,
      rename: true,
      modify: true,
      delete: true,
      share: true,
      download: true,
    },
  };
}
