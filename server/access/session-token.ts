import type { TokenPayload, TokenUser } from '#contract/session.ts';
import type { User } from '#contract/users.ts';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

const ISSUER = 'File Browser';
const ALGORITHM = 'HS256';

/** Claims of a token with a valid signature. Times are Unix seconds. */
const VerifiedClaims = z.object({ sid: z.string(), iat: z.number(), exp: z.number() });
export type VerifiedClaims = z.infer<typeof VerifiedClaims>;

/** User that a token is made for. The token contains only the fields of `TokenUser`. */
export type DescribedUser = Omit<User, 'password'>;

/** Contents of a token. Times are Unix seconds. */
export interface TokenContents {
  readonly sessionId: string;
  readonly user: DescribedUser;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** Creates a JWT as File Browser 2 does, with the session ID beside the `user` object (compatibility.md 2.1). */
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

/**
 * Returns the claims of a token; undefined for one that this server did not sign, that has expired, or that names no session. Does not check
 * that the session still exists.
 */
export async function verifyToken(
  key: Uint8Array,
  token: string,
): Promise<VerifiedClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      requiredClaims: ['exp', 'iat', 'sid'],
    });
    return VerifiedClaims.safeParse(payload).data;
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
