import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashSync } from 'bcryptjs';
import { freePort } from './free-port.ts';

const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 12_000;

/** Another build than the project's own can be named. */
export const DIST = process.env['FB_TEST_DIST'] ?? resolve(import.meta.dirname, '..', '..', 'dist');
const PROGRAM = programOf(DIST);

function programOf(dist: string): string {
  return join(dist, 'server', 'main.js');
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The built program on a folder and a database of its own, which live on when it is killed. */
export class BuiltServer {
  readonly port: number;
  /** The folder that is served. */
  readonly root: string;
  /** For what a journey needs beside the served folder. */
  readonly scratch: string;
  readonly #flags: readonly string[];
  readonly #work: string;
  #process: ChildProcess | undefined;
  #output = '';
  #program = PROGRAM;

  private constructor(work: string, port: number, flags: readonly string[]) {
    this.#work = work;
    this.#flags = flags;
    this.port = port;
    this.root = join(work, 'files');
    this.scratch = join(work, 'scratch');
    mkdirSync(this.root);
    mkdirSync(this.scratch);
  }

  static async start(flags: readonly string[] = []): Promise<BuiltServer> {
    const work = mkdtempSync(join(tmpdir(), 'filebrowser-journey-'));
    const server = new BuiltServer(work, await freePort(), flags);
    await server.resume();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get output(): string {
    return this.#output;
  }

  /** The first administrator, with the password as the operator reads it. */
  get admin(): Credentials {
    const password = /randomly generated password: (\S+)/.exec(this.#output)?.[1];
    if (password === undefined) throw new Error(`no password in:\n${this.#output}`);
    return { username: 'admin', password };
  }

  /** Starts the program, again after `kill`, and waits until it answers. */
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
    await this.#untilItAnswers(child);
  }

  /** As a crash does: no chance to tidy up. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** As an operator does: it ends in good order, and another build starts in its place. */
  async update(dist: string): Promise<void> {
    await this.#end('SIGTERM');
    this.#program = programOf(dist);
    await this.resume();
  }

  /** Holds it still in the midst of what it does, as a machine does that has too much to do, until `goOn`. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  goOn(): void {
    this.#process?.kill('SIGCONT');
  }

  async remove(): Promise<void> {
    this.goOn();
    await this.#end('SIGTERM');
    rmSync(this.#work, { recursive: true, force: true });
  }

  /** Puts files into the served folder: text is a file, a path with a slash at its end a folder. */
  put(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      const place = join(this.root, path);
      mkdirSync(path.endsWith('/') ? place : dirname(place), { recursive: true });
      if (!path.endsWith('/')) writeFileSync(place, text);
    }
  }

  /** A user besides the administrator, with the permissions named and no others. */
  addUser(username: string, permissions: readonly string[]): Credentials {
    const password = 'correct horse battery';
    const perm = Object.fromEntries(permissions.map((name) => [name, true]));
    const file = join(this.scratch, `${username}.json`);
    writeFileSync(
      file,
      JSON.stringify([{ username, password: hashSync(password, 4), scope: '/', perm }]),
    );
    this.run('users', 'import', file);
    return { username, password };
  }

  /** A command at the shell, on the database of this server, whether it runs or not. */
  run(...words: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [PROGRAM, ...words, '--database', this.#database()],
      { cwd: this.#work, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`“${words.join(' ')}” failed: ${stderr}`);
    return stdout;
  }

  /** Keeps something for the administrator that they would choose in the page, such as the view. */
  async prefer(preference: Readonly<Record<string, string>>): Promise<void> {
    const send = (method: string, path: string, body: unknown, token = '') =>
      fetch(`${this.url}${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', 'X-Auth': token },
        body: JSON.stringify(body),
      });
    const login = await send('POST', '/api/login', this.admin);
    const envelope = { what: 'user', which: Object.keys(preference), data: preference };
    const reply = await send('PUT', '/api/users/1', envelope, await login.text());
    if (!reply.ok) throw new Error(`not kept: ${reply.status} ${await reply.text()}`);
  }

  /** Everything below the served folder, hidden parts of unfinished uploads too. */
  pathsOnDisk(): string[] {
    const found = readdirSync(this.root, { recursive: true, encoding: 'utf8' });
    return found.toSorted();
  }

  /** What lies in one folder of the served one, hidden parts too. */
  namesIn(folder: string): string[] {
    return readdirSync(join(this.root, folder));
  }

  /** What a file of the served folder holds; nothing while it is not there, so that it can be waited for. */
  textOf(path: string): string | undefined {
    return this.isOnDisk(path) ? readFileSync(join(this.root, path), 'utf8') : undefined;
  }

  isOnDisk(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  #database(): string {
    return join(this.#work, 'filebrowser.db');
  }

  #ownFlags(): string[] {
    const own = { root: this.root, database: this.#database(), port: `${this.port}` };
    return Object.entries(own).flatMap(([name, value]) => [`--${name}`, value]);
  }

  async #untilItAnswers(child: ChildProcess): Promise<void> {
    const limit = Date.now() + START_LIMIT_MS;
    while (Date.now() < limit && child.exitCode === null) {
      const reply = await fetch(`${this.url}/health`).catch(() => undefined);
      if (reply?.ok === true) return;
      await sleep(50);
    }
    child.kill('SIGKILL');
    throw new Error(`the server does not answer; it said:\n${this.#output}`);
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
