import { readRefusal, type Refusal, REFUSAL_HEADER } from '#contract/refusals.ts';
import { RENEW_HEADER } from '#contract/session.ts';
import { type FailedCommand, failedCommandIn, reportFailedCommand } from './failed-command.ts';
import { pageConfig } from './page-config.ts';
import { noteBuild } from './server-build.ts';
import { currentToken, endToken, isTokenEnding, sessionHeader, setToken } from './session-token.ts';

/** A call that failed. `status` 0 means that no answer came at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** When the server asks to wait, how long. */
  readonly retryAfterSeconds: number | undefined;
  /** A command of the administrator's did not let it happen; nothing has changed. */
  readonly isCommandRefusal: boolean;
  /** What whoever asked can put right. */
  readonly refusal: Refusal | undefined;

  constructor(
    status: number,
    message: string,
    options: ErrorOptions & {
      retryAfterSeconds?: number | undefined;
      failedCommand?: FailedCommand | undefined;
      refusal?: Refusal | undefined;
    } = {},
  ) {
    super(message, options);
    this.status = status;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isCommandRefusal = options.failedCommand === 'before';
    this.refusal = options.refusal;
  }
}

let loggedOut: () => void = () => {};

/** `app/` says here what happens when the server no longer knows the session. */
export function onLoggedOut(react: () => void): void {
  loggedOut = react;
}

/** For transports of their own that met a 401 with the token they had sent. */
export function reportLoggedOut(sentToken: string | undefined): void {
  if (sentToken !== undefined && sentToken === currentToken()) loggedOut();
}

/** The address of a call, under the base path that this page is served from. */
export function callAddress(url: string): string {
  return pageConfig().BaseURL + url;
}

/** The last call of this session: what a page that is on its way out still asks for is not sent any more. */
export async function lastCall(method: string, url: string): Promise<void> {
  endToken();
  await callOpen(method, url, { headers: sessionHeader() });
}

/**
 * One authenticated call. Renews the token before the reply is handed on when the server asks for it. Throws ApiError 401 at once
 * when the session is being ended here.
 */
export async function call(method: string, url: string, init: RequestInit = {}): Promise<Response> {
  if (isTokenEnding()) throw new ApiError(401, '401 Unauthorized');
  const token = currentToken();
  const headers = { ...sessionHeader(token), ...plainHeaders(init.headers) };
  const response = await send(method, url, { ...init, headers });
  if (response.status === 401) reportLoggedOut(token);
  else if (response.headers.get(RENEW_HEADER) === 'true') await renewQuietly();
  return okOrThrow(response);
}

/** The cast is safe: the server checks its replies against the same contract. */
export async function callJson<Reply>(
  method: string,
  url: string,
  init?: RequestInit,
): Promise<Reply> {
  return (await (await call(method, url, init)).json()) as Reply;
}

/** A call that stands outside the session: it neither renews nor signs out. */
export async function callOpen(
  method: string,
  url: string,
  init: RequestInit = {},
): Promise<Response> {
  return okOrThrow(await send(method, url, init));
}

let renewal: Promise<void> | undefined;

/** Asks for a later token of this session; several callers at once share one request. */
export function renewToken(): Promise<void> {
  renewal ??= requestRenewal().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function requestRenewal(): Promise<void> {
  const token = currentToken();
  const response = await callOpen('POST', '/api/renew', { headers: sessionHeader(token) });
  const renewed = await response.text();
  // Whoever signed out or in while the reply was under way must not be undone by it.
  if (currentToken() === token) setToken(renewed);
}

/** The reply at hand is good with or without a new token; a session that has ended tells on the next call. */
async function renewQuietly(): Promise<void> {
  await renewToken().catch(() => {});
}

async function send(method: string, url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(callAddress(url), { ...init, method }).catch((cause: unknown) => {
    if (init.signal?.aborted === true) throw cause;
    throw new ApiError(0, '000 No connection', { cause });
  });
  noteBuild(response);
  return response;
}

/**
 * What is well comes back, also what is done although a command after it has failed. Throws ApiError for the rest; when it was a
 * command that did not let it happen, always a 500: the status is then about the program, and not about what was asked for.
 */
export async function okOrThrow(response: Response): Promise<Response> {
  const failedCommand = failedCommandIn((name) => response.headers.get(name));
  if (failedCommand === 'after') reportFailedCommand();
  if (response.ok || failedCommand === 'after') return response;
  const told = (await response.text()).trim();
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  const status = failedCommand ? 500 : response.status;
  throw new ApiError(status, told || `${response.status} ${response.statusText}`, {
    retryAfterSeconds: Number.isNaN(seconds) ? undefined : seconds,
    failedCommand,
    refusal: readRefusal(response.headers.get(REFUSAL_HEADER)),
  });
}

function plainHeaders(headers: HeadersInit | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(headers));
}
