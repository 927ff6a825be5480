import { TOKEN_HEADER } from '#contract/session.ts';
import { createStore } from 'zustand/vanilla';

/** The token of the signed-in session, in memory; `state/session.ts` reads and remembers it. */
export const sessionToken = createStore<{ readonly token: string | undefined }>(() => ({
  token: undefined,
}));

export function currentToken(): string | undefined {
  return sessionToken.getState().token;
}

export function setToken(token: string | undefined): void {
  sessionToken.setState({ token });
}

/** What every authenticated request carries; nothing while signed out. */
export function sessionHeader(token = currentToken()): Record<string, string> {
  return token === undefined ? {} : { [TOKEN_HEADER]: token };
}
