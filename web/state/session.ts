import type { TokenPayload, TokenUser } from '#contract/session.ts';
import { createStore } from 'zustand/vanilla';
import { currentToken, sessionToken, setToken } from '../api/session-token.ts';

/** Where the token waits between visits; clients of the predecessor use the same key. */
const STORAGE_KEY = 'jwt';

export interface Session {
  /** Undefined while signed out. */
  readonly user: TokenUser | undefined;
}

/** Who is signed in; follows the token. */
export const session = createStore<Session>(() => ({ user: undefined }));

/**
 * Takes up the remembered token and follows it, in this tab and as other tabs change it, until the
 * returned function is called.
 */
export function startSession(): () => void {
  const unfollow = sessionToken.subscribe(({ token }) => {
    session.setState({ user: userOf(token) });
    remember(token);
  });
  setToken(localStorage.getItem(STORAGE_KEY) ?? undefined);
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) followOtherTab(newValue ?? undefined);
  };
  window.addEventListener('storage', onStorage);
  return () => {
    unfollow();
    window.removeEventListener('storage', onStorage);
  };
}

/** The next visit begins without a session; this one goes on with its token until the page is left. */
export function forgetToken(): void {
  localStorage.removeItem(STORAGE_KEY);
}

/** A renewal in one tab serves all; a log-out in one tab signs out all. */
function followOtherTab(token: string | undefined): void {
  if (token !== currentToken()) setToken(token);
}

function remember(token: string | undefined): void {
  if (token === (localStorage.getItem(STORAGE_KEY) ?? undefined)) return;
  if (token === undefined) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, token);
}

/** The user a token speaks of; undefined for no token and for text that is none. */
export function userOf(token: string | undefined): TokenUser | undefined {
  return payloadOf(token)?.user;
}

/** For how long a token is good from when it was made, in milliseconds. */
export function lifetimeOf(token: string | undefined): number | undefined {
  const { iat, exp } = payloadOf(token) ?? {};
  return iat === undefined || exp === undefined ? undefined : (exp - iat) * 1_000;
}

function payloadOf(token: string | undefined): Partial<TokenPayload> | undefined {
  const payload = token?.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const base64 = payload.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    // The server made it by the same contract, and trusts nothing in it but the session id.
    return JSON.parse(new TextDecoder().decode(bytes)) as Partial<TokenPayload>;
  } catch {
    return undefined;
  }
}
