import type { Served } from '../server/use-server.ts';
import { send, type Reply } from './send.ts';

/** A share, as the server describes it to its owner. */
export interface Share {
  readonly hash: string;
  readonly path: string;
  readonly userID: number;
  readonly expire: number;
  readonly hasPassword: boolean;
  readonly state: string;
}

export interface ShareOptions {
  readonly password?: string;
  readonly expires?: string | number;
  readonly unit?: string;
}

/** Creates a share. Throws unless the server answers 200. */
export async function createShare(
  { as }: Served,
  username: string,
  path: string,
  options: ShareOptions = {},
): Promise<Share> {
  const body = JSON.stringify(options);
  const reply = await as(username, { method: 'POST', path: `/api/share${path}`, body });
  if (reply.status !== 200)
    throw new Error(`no share of ${path}: ${reply.status} ${reply.body.toString()}`);
  return JSON.parse(reply.body.toString()) as Share;
}

export async function sharesOf({ as }: Served, username: string): Promise<readonly Share[]> {
  const reply = await as(username, { path: '/api/shares' });
  if (reply.status !== 200) throw new Error(`no list: ${reply.status} ${reply.body.toString()}`);
  return JSON.parse(reply.body.toString()) as readonly Share[];
}

export function sharePath(hash: string, below = ''): string {
  return `/api/public/share/${hash}${below}`;
}

export function downloadPath(hash: string, below = ''): string {
  return `/api/public/dl/${hash}${below}`;
}

/** Sends a request without an account. */
export function visit(
  { server }: Served,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return send(server.port, { path, headers });
}

/** Returns the token that replaces the password of a share in URLs. */
export async function tokenOf(served: Served, hash: string, password: string): Promise<string> {
  const reply = await visit(served, sharePath(hash), passwordHeader(password));
  if (reply.status !== 200)
    throw new Error(`the password was refused: ${reply.status} ${reply.body.toString()}`);
  return String((JSON.parse(reply.body.toString()) as { readonly token?: string }).token);
}

export function passwordHeader(password: string): Record<string, string> {
  return { 'X-SHARE-PASSWORD': encodeURIComponent(password) };
}

/** Returns headers of a random client address behind a trusted proxy. */
export function fromAnotherAddress(): Record<string, string> {
  const part = () => Math.floor(Math.random() * 254) + 1;
  return { 'X-Forwarded-For': `10.${part()}.${part()}.${part()}` };
}
