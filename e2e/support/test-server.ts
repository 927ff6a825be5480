import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Name of the hidden file with which a server locks its root. */
const LEASE = '.filebrowser-lease.part';
/** Folder of the server for deleted items. */
const TRASH = '.filebrowser-trash.part';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Address and folders of a test server. */
export interface TestServerAddress {
  readonly port: number;
  /** Folder on the disk that the administrator of the test sees as `/`. */
  readonly root: string;
  /** Folder on the disk, outside of the served ones, for other files of a test. */
  readonly scratch: string;
}

/** A running server with an administrator and a folder that belong to one browser test. */
export abstract class TestServer {
  readonly port: number;
  readonly root: string;
  readonly scratch: string;

  constructor({ port, root, scratch }: TestServerAddress) {
    this.port = port;
    this.root = root;
    this.scratch = scratch;
    mkdirSync(root, { recursive: true });
    mkdirSync(scratch, { recursive: true });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The administrator whose `/` is `root`. */
  abstract get admin(): Credentials;

  /** Database id of `admin`. */
  abstract get adminId(): number;

  /**
   * Adds a user who sees `root` as `/`, with the named permissions and no others. The returned name differs from the wanted
   * one if other tests use the same server.
   */
  abstract addUser(username: string, permissions: readonly string[]): Promise<Credentials>;

  /** Saves preferences of the administrator, such as the view mode. */
  async prefer(preference: Readonly<Record<string, unknown>>): Promise<void> {
    const token = await logIn(this.url, this.admin);
    const body = {
      what: 'user',
      which: Object.keys(preference),
      data: { id: this.adminId, ...preference },
    };
    await send(this.url, token, 'PUT', `/api/users/${this.adminId}`, body);
  }

  /** Writes files below `root`, by path and text; a path that ends with a slash makes a folder. */
  put(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.root, path);
      mkdirSync(path.endsWith('/') ? file : dirname(file), { recursive: true });
      if (!path.endsWith('/')) writeFileSync(file, text);
    }
  }

  /**
   * Waits until a search by the administrator finds `count` items. Files that are written directly to the disk, as by `put`,
   * can be missing from search results for about two seconds.
   */
  async untilFound(query: string, count: number): Promise<void> {
    const token = await logIn(this.url, this.admin);
    for (let found = -1; found !== count;) {
      if (found !== -1) await delay(250);
      const reply = await fetch(`${this.url}/api/search/?query=${encodeURIComponent(query)}`, {
        headers: { Accept: 'application/json', 'X-Auth': token },
      });
      if (!reply.ok) throw new Error(`search for ${query}: ${reply.status} ${await reply.text()}`);
      const items = (await reply.json()) as readonly unknown[];
      found = items.length;
    }
  }

  /** Returns the paths of all files and folders below `root`, including temporary files of unfinished uploads, without the lease and the trash. */
  pathsOnDisk(): string[] {
    const paths = readdirSync(this.root, { recursive: true, encoding: 'utf8' });
    return paths.filter((path) => path !== LEASE && !isInTrash(path)).toSorted();
  }

  /** Returns the names in a folder below `root`, including temporary files. */
  namesIn(folder: string): string[] {
    const names = readdirSync(join(this.root, folder));
    return names.filter((name) => name !== LEASE && !isInTrash(name));
  }

  /** Returns the text of a file below `root`, or undefined while the file does not exist. */
  textOf(path: string): string | undefined {
    return this.isOnDisk(path) ? readFileSync(join(this.root, path), 'utf8') : undefined;
  }

  isOnDisk(path: string): boolean {
    return existsSync(join(this.root, path));
  }
}

/** Logs in and returns the token of the new session. */
export async function logIn(url: string, { username, password }: Credentials): Promise<string> {
  const reply = await fetch(`${url}/api/login`, {
    method: 'POST',
    body: JSON.stringify({ username, password }),
  });
  if (!reply.ok) throw new Error(`log in: ${reply.status} ${await reply.text()}`);
  return reply.text();
}

/** Sends a call with a JSON body and throws unless it succeeds. */
export async function send(
  url: string,
  token: string,
  method: string,
  path: string,
  body: unknown,
): Promise<Response> {
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Auth': token },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return reply;
}

/** Properties of a new user besides the name. */
export interface NewUser {
  readonly password: string;
  readonly scope: string;
  readonly permissions: readonly string[];
}

const PERMISSIONS = ['execute', 'create', 'rename', 'modify', 'delete', 'share', 'download'];

/** Adds a user by a call of an administrator and returns the new user's id. */
export async function createUser(
  { url, token, password: currentPassword }: { url: string; token: string; password: string },
  username: string,
  { password, scope, permissions }: NewUser,
): Promise<number> {
  const perm = Object.fromEntries(
    ['admin', ...PERMISSIONS].map((name) => [name, permissions.includes(name)]),
  );
  const data = {
    username,
    password,
    scope,
    perm,
    viewMode: 'list',
  };
  const body = { what: 'user', which: [], current_password: currentPassword, data };
  const reply = await send(url, token, 'POST', '/api/users', body);
  const id = Number(/\d+$/.exec(reply.headers.get('location') ?? '')?.[0]);
  if (!Number.isInteger(id)) throw new Error('the response to a new user has no Location');
  return id;
}

export const ALL_PERMISSIONS: readonly string[] = ['admin', ...PERMISSIONS];

function isInTrash(path: string): boolean {
  return path === TRASH || path.startsWith(`${TRASH}/`);
}
