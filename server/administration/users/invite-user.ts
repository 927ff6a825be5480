import { AppError } from '../../errors.ts';
import { hashSecretId, newSecretId } from '../../lib/secret-id.ts';
import { findInvited, replaceInvitation, takeInvitation } from '../../metadata/invitations.ts';
import { setPassword } from '../../metadata/set-password.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import type { Administration } from '../administration.ts';
import { hashOfChosen } from '../passwords/chosen-password.ts';

/** Time for which an invitation can be accepted, in milliseconds: a week. */
const VALID_MS = 7 * 24 * 60 * 60_000;

type WithDatabase = Pick<Administration, 'db'>;

export interface CreatedInvitation {
  /** Secret id; see lib/secret-id.ts. */
  readonly token: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/**
 * Creates an invitation with which the user can set a password, once. It replaces the previous one, and ends when the password is
 * changed in another way. Throws `method-not-allowed` where users have no passwords.
 */
export async function inviteUser({ db }: WithDatabase, userId: number): Promise<CreatedInvitation> {
  await requirePasswords({ db });
  const token = newSecretId();
  const expiresAt = Date.now() + VALID_MS;
  await db.write((tx) =>
    replaceInvitation(tx, { userId, tokenHash: hashSecretId(token), expiresAt }),
  );
  return { token, expiresAt };
}

/**
 * Returns the name of the invited user. Throws `not-found` if the invitation was used, was replaced or has expired, and
 * `method-not-allowed` where users have no passwords.
 */
export async function invitedUser({ db }: WithDatabase, token: string): Promise<string> {
  await requirePasswords({ db });
  const invited = await findInvited(db.read, hashSecretId(token), Date.now());
  if (invited === undefined) throw ended();
  return invited.username;
}

interface Acceptance {
  readonly token: string;
  /** Name of the invited user, as `invitedUser` returns it. */
  readonly username: string;
  readonly password: string;
}

/**
 * Sets the password of the invited user, and ends the invitation and the user's sessions. Throws `not-found` if the invitation has ended
 * meanwhile, and `invalid-request` for a password that breaks the rules, after which the invitation can still be accepted.
 */
export async function acceptInvitation(
  { db }: WithDatabase,
  { token, username, password }: Acceptance,
): Promise<void> {
  const passwordHash = await hashOfChosen(db.read, { plain: password }, username);
  await db.write(async (tx) => {
    const nowMs = Date.now();
    const userId = await takeInvitation(tx, hashSecretId(token), nowMs);
    if (userId === undefined) throw ended();
    await setPassword(tx, userId, { passwordHash, nowMs });
  });
}

async function requirePasswords({ db }: WithDatabase): Promise<void> {
  const { authMethod } = await readGlobalSettings(db.read);
  if (authMethod === 'json') return;
  throw new AppError('method-not-allowed', 'users of this server have no passwords');
}

function ended(): AppError {
  return new AppError('not-found', 'the invitation was used, replaced, or has expired');
}
