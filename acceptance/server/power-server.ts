import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { send, type Call, type Reply } from '../http/send.ts';
import { SERVER_COMMAND } from '../paths.ts';
import { freePort } from './running-server.ts';
import { DATABASE_NAME, provideDatabase } from './setup-database.ts';

const START_LIMIT_MS = 60_000;
const BOOT_ID = '/proc/sys/kernel/random/boot_id';
/** Shell command that runs a program with a new boot id, as after a reboot. */
const WITH_BOOT_ID = `mount --bind "$0" ${BOOT_ID} && exec "$@"`;

interface Folders {
  /** The folder of `inject('scratch')`. */
  readonly scratch: string;
  /** Folder of the database and the root. */
  readonly work: string;
}

/** A server on a disk that loses its power, with the users of the base setup. */
export class PowerServer {
  readonly root: string;
  readonly #scratch: string;
  readonly #work: string;
  #port = 0;
  #process: ChildProcess | undefined;
  #output = '';

  private constructor({ scratch, work }: Folders) {
    this.#scratch = scratch;
    this.#work = work;
    this.root = join(work, 'srv');
  }

  /** Prepares the folders. The server does not run before `start()`. */
  static async create(folders: Folders): Promise<PowerServer> {
    const server = new PowerServer(folders);
    mkdirSync(server.root, { recursive: true });
    await provideDatabase(folders.scratch, 'base', folders.work);
    return server;
  }

  /** Output of the program since its last start. */
  get output(): string {
    return this.#output;
  }

  call(token: string | undefined, call: Call): Promise<Reply> {
    const own = token === undefined ? {} : { 'X-Auth': token };
    return send(this.#port, { ...call, headers: { ...own, ...call.headers } });
  }

  /** Starts the program as after a reboot. */
  async start(): Promise<void> {
    this.#port = await freePort();
    this.#output = '';
    const bootId = join(this.#scratch, 'boot-id');
    writeFileSync(bootId, `${randomUUID()}\n`);
    const command = [
      ...SERVER_COMMAND,
      ...['-d', join(this.#work, DATABASE_NAME), '--root', this.root],
      ...['--address', '127.0.0.1', '--port', `${this.#port}`],
    ];
    const child = spawn('unshare', ['--mount', 'sh', '-c', WITH_BOOT_ID, bootId, ...command], {
      env: { PATH: process.env['PATH'], HOME: this.#scratch, TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    }
    const limit = Date.now() + START_LIMIT_MS;
    while (Date.now() < limit && child.exitCode === null) {
      const isUp = await send(this.#port, { path: '/health' }).then(
        () => true,
        () => false,
      );
      if (isUp) return;
      await sleep(50);
    }
    throw new Error(`the server does not answer; its output:\n${this.#output}`);
  }

  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGKILL');
    await ended;
  }
}
