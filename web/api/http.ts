import { readRefusal, type Refusal, REFUSAL_HEADER } from '#contract/refusals.ts';
import { RENEW_HEADER } from '#contract/session.ts';
import { type FailedCommand, failedCommandIn, reportFailedCommand } from './failed-command.ts';
import { pageConfig } from './page-config.ts';
import { noteBuild } from './server-build.ts';
import { currentToken, isTokenEnding, sessionHeader, setToken } from './session-token.ts';

/** A failed call. `status` 0 means that no response arrived. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Time to wait before the next attempt, if the server states one. */
  readonly retryAfterSeconds: number | undefined;
  /** A before-command of the administrator rejected the operation; nothing has changed. */
  readonly isCommandRefusal: boolean;
  /** A problem that the user can correct. */
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

/** Registers the handler for a session that the server no longer accepts, until the returned function is called. */
export function onLoggedOut(handler: () => void): () => void {
  loggedOut = handler;
  return () => {
    if (loggedOut === handler) loggedOut = () => {};
  };
}

/** Reports a 401 of a request that was not sent by `call()`. `sentToken` is the token of that request. */
export function reportLoggedOut(sentToken: string | undefined): void {
  if (sentToken !== undefined && sentToken === currentToken()) loggedOut();
}

/** Returns the address of a call, including the base path. */
export function callAddress(url: string): string {
  return pageConfig().BaseURL + url;
}

/**
 * Sends an authenticated request and renews the token if the server asks for it. Throws ApiError 401 without a
 * request while the session is being ended.
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

/** Returns the JSON of a response. The cast is safe: the server validates its responses against the same contract. */
export async function callJson<Reply>(
  method: string,
  url: string,
  init?: RequestInit,
): Promise<Reply> {
  return (await (await call(method, url, init)).json()) as Reply;
}

/** Sends a request outside the session: it neither renews the token nor logs the user out. */
export async function callOpen(
  method: string,
  url: string,
  init: RequestInit = {},
): Promise<Response> {
  return okOrThrow(await send(method, url, init));
}

let renewal: Promise<void> | undefined;

/** Renews the token of this session. Concurrent callers share one request. */
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
  // The user may have logged in or out while the request was pending.
  if (currentToken() === token) setToken(renewed);
}

/** Renews the token and ignores a failure, because the current response is valid anyway. */
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
 * Returns successful responses, including those whose after-command failed. Throws ApiError otherwise, with status
 * 500 if a before-command rejected the operation, because the status then describes the command.
 */
export async function okOrThrow(response: Response): Promise<Response> {
  const failedCommand = failedCommandIn((name) => response.headers.get(name));
  if (failedCommand === 'after') reportFailedCommand();
  if (response.ok || failedCommand === 'after') return response;
  const message = (await response.text()).trim();
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  const status = failedCommand ? 500 : response.status;
  throw new ApiError(status, message || `${response.status} ${response.statusText}`, {
    retryAfterSeconds: Number.isNaN(seconds) ? undefined : seconds,
    failedCommand,
    refusal: readRefusal(response.headers.get(REFUSAL_HEADER)),
  });
}

function plainHeaders(headers: HeadersInit | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(headers));
}
