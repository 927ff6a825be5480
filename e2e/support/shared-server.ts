import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltServer } from './built-server.ts';
import { ALL_PERMISSIONS, createUser, type Credentials, logIn, TestServer } from './test-server.ts';

const PASSWORD = 'correct horse battery';

/** A server that is shared by the tests of one worker. Each test has its own folder and users. */
export class SharedServer {
  readonly #server: BuiltServer;
  readonly #token: string;
  #homes = 0;

  private constructor(server: BuiltServer, token: string) {
    this.#server = server;
    this.#token = token;
  }

  static async on(server: BuiltServer): Promise<SharedServer> {
    return new SharedServer(server, await logIn(server.url, server.admin));
  }

  /** Creates an empty folder and an administrator with this scope. */
  async openHome(): Promise<SharedServerHome> {
    this.#homes += 1;
    const name = `home-${this.#homes}`;
    const admin = { username: `admin-${this.#homes}`, password: PASSWORD };
    const home = {
      port: this.#server.port,
      root: join(this.#server.root, name),
      scratch: join(this.#server.scratch, name),
      number: this.#homes,
      admin,
      createUser: (username: string, permissions: readonly string[]) =>
        createUser(
          {
            url: this.#server.url,
            token: this.#token,
            password: this.#server.admin.password,
          },
          username,
          { password: PASSWORD, scope: `/${name}`, permissions },
        ),
    };
    return SharedServerHome.open(home);
  }
}

interface Home {
  readonly port: number;
  readonly root: string;
  readonly scratch: string;
  /** Number that is added to user names to make them unique on the server. */
  readonly number: number;
  readonly admin: Credentials;
  readonly createUser: (username: string, permissions: readonly string[]) => Promise<number>;
}

/** The folder and the administrator of one test on a shared server. */
export class SharedServerHome extends TestServer {
  readonly admin: Credentials;
  readonly adminId: number;
  readonly #home: Home;

  private constructor(home: Home, adminId: number) {
    super(home);
    this.admin = home.admin;
    this.adminId = adminId;
    this.#home = home;
  }

  static async open(home: Home): Promise<SharedServerHome> {
    const adminId = await home.createUser(home.admin.username, ALL_PERMISSIONS);
    return new SharedServerHome(home, adminId);
  }

  override async addUser(username: string, permissions: readonly string[]): Promise<Credentials> {
    const unique = `${username}-${this.#home.number}`;
    await this.#home.createUser(unique, permissions);
    return { username: unique, password: PASSWORD };
  }

  /** Removes the files; the users stay until the server is removed. */
  removeFiles(): void {
    removeFolder(this.root);
    removeFolder(this.scratch);
  }
}

/**
 * Removes a folder, and tries again where a request of the closed page has still created a file.
 *
 * @throws {Error} if it cannot be removed after 10 attempts
 */
function removeFolder(path: string, attempts = 10): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (attempts === 1) throw error;
    removeFolder(path, attempts - 1);
  }
}
