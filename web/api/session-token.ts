import { TOKEN_HEADER } from '#contract/session.ts';
import { createStore } from 'zustand/vanilla';

/** The token of the signed-in session, in memory; `state/session.ts` reads and remembers it. */
export const sessionToken = createStore<{ readonly token: string | undefined }>(() => ({
  token: undefined,
}));

export function currentToken(): string | undefined {
  return sessionToken.getState().token;
}

let isEnding = false;

export function setToken(token: string | undefined): void {
  isEnding = false;
  sessionToken.setState({ token });
}

/** Its session is being ended: nothing more is to be asked with it. */
export function endToken(): void {
  isEnding = true;
}

export function isTokenEnding(): boolean {
  return isEnding;
}

/** What every authenticated request carries; nothing while signed out. */
export function sessionHeader(token = currentToken()): Record<string, string> {
  return token === undefined ? {} : { [TOKEN_HEADER]: token };
}
