import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { createUser, type Credentials, logIn, TestServer } from './test-server.ts';

const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 12_000;

/** Folder of the build under test; `FB_TEST_DIST` names another one than that of the repository. */
export const DIST = process.env['FB_TEST_DIST'] ?? resolve(import.meta.dirname, '..', '..', 'dist');
const PROGRAM = programOf(DIST);

function programOf(dist: string): string {
  return join(dist, 'server', 'main.js');
}

/** A database with a known administrator, copied for each new server. */
export interface DatabaseTemplate {
  readonly file: string;
  readonly admin: Credentials;
}

export interface StartOptions {
  readonly flags?: readonly string[];
  /** Without a template, the server creates its database and first administrator when it starts. */
  readonly template?: DatabaseTemplate | undefined;
}

/** A running built server with its own folder and database, which survive a kill and a restart. */
export class BuiltServer extends TestServer {
  readonly adminId = 1;
  readonly #flags: readonly string[];
  readonly #work: string;
  readonly #template: DatabaseTemplate | undefined;
  #process: ChildProcess | undefined;
  #output = '';
  #program = PROGRAM;
  #adminToken: string | undefined;

  private constructor(work: string, port: number, { flags = [], template }: StartOptions) {
    super({ port, root: join(work, 'files'), scratch: join(work, 'scratch') });
    this.#work = work;
    this.#flags = flags;
    this.#template = template;
    if (template !== undefined) copyFileSync(template.file, this.database);
  }

  static async start(options: StartOptions = {}): Promise<BuiltServer> {
    const work = mkdtempSync(join(tmpdir(), 'filebrowser-browser-test-'));
    const server = new BuiltServer(work, await freePort(), options);
    await server.resume();
    return server;
  }

  get output(): string {
    return this.#output;
  }

  get database(): string {
    return join(this.#work, 'filebrowser.db');
  }

  /** The first administrator, with the password that the operator reads in the log. */
  get admin(): Credentials {
    if (this.#template !== undefined) return this.#template.admin;
    const password = /randomly generated password: (\S+)/.exec(this.#output)?.[1];
    if (password === undefined) throw new Error(`no password in:\n${this.#output}`);
    return { username: 'admin', password };
  }

  /** Starts the program, for the first time or after `kill` or `stop`, and waits until it answers. */
  async resume(): Promise<void> {
    const child = spawn(process.execPath, [this.#program, ...this.#ownFlags(), ...this.#flags], {
      cwd: this.#work,
      env: { PATH: process.env['PATH'], HOME: this.#work, TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
    await this.#waitUntilReady(child);
  }

  /** Ends the process as a crash does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops the server as an operator does. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Stops the server and starts another build in its place. */
  async update(dist: string): Promise<void> {
    await this.stop();
    this.#program = programOf(dist);
    await this.resume();
  }

  /** Suspends the process until `continue`, as an overloaded machine does. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  continue(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Ends the process and removes its files. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#work, { recursive: true, force: true });
  }

  override async addUser(username: string, permissions: readonly string[]): Promise<Credentials> {
    const password = 'correct horse battery';
    this.#adminToken ??= await logIn(this.url, this.admin);
    const as = { url: this.url, token: this.#adminToken, password: this.admin.password };
    await createUser(as, username, { password, scope: '/', permissions });
    return { username, password };
  }

  /** Runs a `filebrowser` command with the database of this server. The server may be running or stopped. */
  run(...args: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [PROGRAM, ...args, '--database', this.database],
      { cwd: this.#work, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`“${args.join(' ')}” failed: ${stderr}`);
    return stdout;
  }

  #ownFlags(): string[] {
    const own = { root: this.root, database: this.database, port: `${this.port}` };
    return Object.entries(own).flatMap(([name, value]) => [`--${name}`, value]);
  }

  async #waitUntilReady(child: ChildProcess): Promise<void> {
    const limit = Date.now() + START_LIMIT_MS;
    while (Date.now() < limit && child.exitCode === null) {
      const reply = await fetch(`${this.url}/health`).catch(() => undefined);
      if (reply?.ok === true) return;
      await sleep(50);
    }
    child.kill('SIGKILL');
    throw new Error(`the server does not answer; its output:\n${this.#output}`);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(timer);
  }
}
