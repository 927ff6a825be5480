import { createHash, randomBytes } from 'node:crypto';
import type { TokenPayload, TokenUser } from '#contract/session.ts';
import type { User } from '#contract/users.ts';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

const ISSUER = 'File Browser';
const ALGORITHM = 'HS256';

/** The parts of a token that are believed once its signature holds. Times are Unix seconds. */
const BelievedClaims = z.object({ sid: z.string(), iat: z.number(), exp: z.number() });
export type BelievedClaims = z.infer<typeof BelievedClaims>;

/** A fresh secret session id: 256 random bits. Only its hash is ever stored. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url');
}

export function hashSessionId(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex');
}

/** What a token tells the page about whoever is signed in. */
export type DescribedUser = Omit<User, 'password'>;

export interface TokenContents {
  readonly sessionId: string;
  readonly user: DescribedUser;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** A JWT in the predecessor's shape, with the session id beside the `user` object (compatibility.md 2.1). */
export function signToken(key: Uint8Array, contents: TokenContents): Promise<string> {
  const payload: Pick<TokenPayload, 'user' | 'sid'> = {
    user: tokenUserOf(contents.user),
    sid: contents.sessionId,
  };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setIssuedAt(contents.issuedAt)
    .setExpirationTime(contents.expiresAt)
    .sign(key);
}

/** Undefined for whatever this server did not sign, is too old, or names no session. */
export async function verifyToken(
  key: Uint8Array,
  token: string,
): Promise<BelievedClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      requiredClaims: ['exp', 'iat', 'sid'],
    });
    return BelievedClaims.safeParse(payload).data;
  } catch {
    return undefined;
  }
}

function tokenUserOf(user: DescribedUser): TokenUser {
  return {
    id: user.id,
    locale: user.locale,
    viewMode: user.viewMode,
    singleClick: user.singleClick,
    redirectAfterCopyMove: user.redirectAfterCopyMove,
    perm: user.perm,
    commands: user.commands,
    lockPassword: user.lockPassword,
    hideDotfiles: user.hideDotfiles,
    dateFormat: user.dateFormat,
    username: user.username,
    aceEditorTheme: user.aceEditorTheme,
  };
}
