import type { TokenPayload, TokenUser } from '#contract/session.ts';
import { createStore } from 'zustand/vanilla';
import { currentToken, sessionToken, setToken } from '../api/session-token.ts';
import { readStored, writeStored } from '../lib/browser-storage.ts';

/** Storage key of the token, shared with clients of File Browser 2. */
const STORAGE_KEY = 'jwt';

export interface Session {
  /** Undefined while logged out. */
  readonly user: TokenUser | undefined;
}

/** Current user, decoded from the token. */
export const session = createStore<Session>(() => ({ user: undefined }));

/** Restores the stored token and synchronizes it with other tabs until the returned function is called. */
export function startSession(): () => void {
  const unsubscribe = sessionToken.subscribe(({ token }) => {
    // Listeners of the session may reload the page.
    remember(token);
    session.setState({ user: userOf(token) });
  });
  setToken(readStored(STORAGE_KEY));
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) followOtherTab(newValue ?? undefined);
  };
  window.addEventListener('storage', onStorage);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', onStorage);
  };
}

/** Removes the stored token, while this page keeps using it until it is left. */
export function forgetToken(): void {
  writeStored(STORAGE_KEY, undefined);
}

/** Returns true if a reload of the page would keep the session. False where the browser refuses to store the token. */
export function isTokenStored(): boolean {
  return readStored(STORAGE_KEY) === currentToken();
}

/** Applies a renewal or logout of another tab. */
function followOtherTab(token: string | undefined): void {
  if (token !== currentToken()) setToken(token);
}

function remember(token: string | undefined): void {
  if (token !== readStored(STORAGE_KEY)) writeStored(STORAGE_KEY, token);
}

/** Returns the user in a token; undefined for a missing or invalid token. */
export function userOf(token: string | undefined): TokenUser | undefined {
  return payloadOf(token)?.user;
}

/** Returns the lifetime of a token in milliseconds; undefined for a missing or invalid token. */
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
    // The token follows the contract, and the server trusts only its session id.
    return JSON.parse(new TextDecoder().decode(bytes)) as Partial<TokenPayload>;
  } catch {
    return undefined;
  }
}
