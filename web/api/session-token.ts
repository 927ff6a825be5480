import { TOKEN_HEADER } from '#contract/session.ts';
import { createStore } from 'zustand/vanilla';

/** Token of the current session, in memory. `state/session.ts` decodes it and stores it in the browser. */
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

/** Marks the session as ending; no further request uses the token. */
export function endToken(): void {
  isEnding = true;
}

export function isTokenEnding(): boolean {
  return isEnding;
}

/** Returns the headers of authenticated requests; none while logged out. */
export function sessionHeader(token = currentToken()): Record<string, string> {
  return token === undefined ? {} : { [TOKEN_HEADER]: token };
}
