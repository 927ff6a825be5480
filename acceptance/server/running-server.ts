import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyTree } from '../replay/fixture-tree.ts';
import { loadSetup, setupFolder, type Setup } from '../replay/recording-format.ts';
import { SERVER_COMMAND } from '../paths.ts';
import { operatorFlags } from './operator-config.ts';
import { runProgram } from './setup-database.ts';
import { importTree, provideState, type StartingState } from './starting-state.ts';
import { type Storage, storageNamed, storeCredentials } from './storage.ts';

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 11_000;

interface Options {
  /** The folder of `inject('scratch')`. */
  readonly scratch: string;
  readonly setup?: string;
  readonly flags?: readonly string[];
  /** The storage of the files. Default: the variable ACCEPTANCE_STORAGE, or the folder. */
  readonly storage?: Storage;
}

const { ACCEPTANCE_STORAGE } = process.env;
/** Folder of the files of a managed store for comparisons, in the working folder. */
const EXPORTED = 'exported';

/** Name of the hidden file with which a server reserves its root. It stays when the server stops. */
export const LEASE_IN_ROOT = '.filebrowser-lease.part';

/** A server with a new copy of the fixture tree and of the database of a setup. */
export class RunningServer {
  readonly setup: Setup;
  /** The working folder: the tree, `srv/`, and the database. */
  readonly work: string;
  readonly port: number;
  readonly #flags: readonly string[];
  readonly #state: StartingState;
  #process: ChildProcess | undefined;
  #output = '';

  private constructor(
    setup: Setup,
    work: string,
    port: number,
    { flags, state }: { readonly flags: readonly string[]; readonly state: StartingState },
  ) {
    this.setup = setup;
    this.work = work;
    this.port = port;
    this.#flags = flags;
    this.#state = state;
  }

  static async start({
    scratch,
    setup = 'base',
    flags = [],
    storage = storageNamed(ACCEPTANCE_STORAGE),
  }: Options): Promise<RunningServer> {
    const parent = mkdtempSync(join(scratch, 'run-'));
    const work = join(parent, 'work');
    const tree = join(scratch, 'tree');
    copyTree(tree, work);
    // Creates the lease file in advance, because creating it changes the time of the root. `touch` restores the nanoseconds.
    writeFileSync(join(work, 'srv', LEASE_IN_ROOT), '');
    execFileSync('touch', ['-r', join(tree, 'srv'), join(work, 'srv')]);
    const files = join(setupFolder(setup), 'files');
    if (existsSync(files)) cpSync(files, work, { recursive: true });
    const state = await provideState({ scratch, setup, work, storage });
    const loaded = loadSetup(setup);
    const all = [...loaded.flags, ...operatorFlags(setup), ...state.storeFlags, ...flags];
    const server = new RunningServer(loaded, work, await freePort(), { flags: all, state });
    await server.resume();
    if (state.lacksFiles) importTree(scratch, work, server.#storeAndDatabase());
    return server;
  }

  /** Flags of the managed store, for commands too. */
  get storeFlags(): readonly string[] {
    return this.#state.storeFlags;
  }

  get root(): string {
    return join(this.work, 'srv');
  }

  /** True if files are in a managed store, which has no symlinks and keeps times in microseconds. */
  get isManaged(): boolean {
    return this.storeFlags.length > 0;
  }

  /** Returns the path on this machine of a file in the working folder. Those of a managed store are copied out of it. */
  pathOf(path: string): string {
    const isStored = this.isManaged && /^srv(?:\/|$)/.test(path);
    if (!isStored) return join(this.work, path);
    return join(this.work, EXPORTED, path.slice('srv'.length));
  }

  /** Copies the files out of a managed store, for `pathOf`. */
  exportFiles(): void {
    if (!this.isManaged) return;
    rmSync(join(this.work, EXPORTED), { recursive: true, force: true });
    runProgram(this.work, ['storage', 'export', EXPORTED, ...this.#storeAndDatabase()]);
  }

  #storeAndDatabase(): string[] {
    return [...this.storeFlags, '-d', this.#state.database];
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Output of the program so far. */
  get output(): string {
    return this.#output;
  }

  /** Process id of the running program. */
  get pid(): number {
    const pid = this.#process?.pid;
    if (pid === undefined) throw new Error('the server is not running');
    return pid;
  }

  isAlive(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && !this.#process.killed;
  }

  /** Starts the program, also after a kill, and waits until it answers. */
  async resume(): Promise<void> {
    const own = ['--address', '127.0.0.1', '--port', `${this.port}`, '--root', this.root];
    const command = [...SERVER_COMMAND, '-d', this.#state.database, ...own, ...this.#flags];
    const child = spawn('sh', ['-c', 'umask 022; exec "$@"', 'sh', ...command], {
      cwd: this.work,
      env: { PATH: process.env['PATH'], HOME: this.work, TZ: 'UTC', ...storeCredentials() },
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

  /** Kills the program, without any cleanup. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops the program gracefully. Its folder stays, and `resume` starts it again. */
  async terminate(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    await this.#state.discard();
    rmSync(join(this.work, '..'), { recursive: true, force: true });
  }

  async #waitUntilReady(child: ChildProcess): Promise<void> {
    const limit = Date.now() + START_LIMIT_MS;
    while (Date.now() < limit) {
      if (child.exitCode !== null) break;
      if (await isReady(this.port)) return;
      await sleep(25);
    }
    child.kill('SIGKILL');
    throw new Error(`the server does not answer; its output:\n${this.#output}`);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(timer);
  }
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request({ host: '127.0.0.1', port, path: '/health', agent: false }, (reply) => {
      reply.resume().on('end', () => resolve(true));
    });
    probe.on('error', () => resolve(false)).end();
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
