import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished, vi } from 'vitest';
import { PASSWORD_HASH } from './app.ts';
import { bundledProgram } from './bundled.ts';
import { emptyPostgres, temporaryFolder } from './engines.ts';
import { freePort } from './free-port.ts';
import { emptyBucket } from './object-store.ts';

/** Addresses of an empty database and of the object storage with an empty bucket. */
export interface SharedParts {
  readonly database: string;
  readonly endpoint: string;
  /** Flag of the bucket. */
  readonly storage: string;
}

export async function sharedParts(): Promise<SharedParts> {
  const [database, { name, prefix, endpoint }] = [await emptyPostgres(), await emptyBucket()];
  if (database.kind !== 'postgres') throw new Error('this is for PostgreSQL only');
  assert(endpoint !== undefined);
  return { database: database.url, endpoint, storage: `--storage=s3://${name}/${prefix}` };
}

/** Returns the flags of servers that share a database and a bucket. */
export function flagsOf({ database, endpoint, storage }: SharedParts): string[] {
  return [
    `--database=${database}`,
    storage,
    `--storageEndpoint=${endpoint}`,
    '--storageRegion=us-east-1',
    '--storagePathStyle',
  ];
}

/** Returns the flags of servers that share an empty database and an empty bucket. */
export async function sharedFlags(): Promise<string[]> {
  return flagsOf(await sharedParts());
}

/** Starts servers of a cluster, and resolves when all of them answer. */
export async function startCluster(
  count: number,
  flags: readonly string[],
): Promise<RestartableServer[]> {
  const servers: RestartableServer[] = [];
  for (let n = 0; n < count; n += 1) {
    servers.push(new RestartableServer(await freePort(), ['--cluster', ...flags]));
  }
  for (const server of servers) server.start();
  for (const server of servers) await server.answers();
  return servers;
}

/** A server process that can be started again at the same port after it has ended. */
export class RestartableServer {
  readonly port: number;
  readonly #flags: readonly string[];
  readonly #environment: Readonly<Record<string, string>>;
  readonly #folder = temporaryFolder();
  #process: ChildProcess | undefined;
  output = '';

  constructor(
    port: number,
    flags: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ) {
    this.port = port;
    this.#flags = flags;
    this.#environment = environment;
    onTestFinished(() => this.signal('SIGKILL'));
  }

  /** Starts a server. `program` is the absolute path of another version's program. */
  start(program = bundledProgram('main')): void {
    const first = ['--username=admin', `--password=${PASSWORD_HASH}`];
    const words = [`--port=${this.port}`, ...first, ...this.#flags];
    const { PATH, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
    const child = spawn(process.execPath, [program, ...words], {
      cwd: this.#folder,
      env: {
        ...{ PATH, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, HOME: this.#folder },
        ...this.#environment,
      },
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.#process = child;
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  async ended(): Promise<void> {
    const child = this.#process;
    if (child !== undefined && child.exitCode === null && child.signalCode === null)
      await once(child, 'exit');
  }

  /** Resolves when the server answers requests, and throws what it has printed if that takes over a minute. */
  async answers(): Promise<void> {
    await vi.waitFor(
      async () => assert.equal(await this.health(), 200, `a server printed: ${this.output}`),
      { timeout: 60_000, interval: 100 },
    );
  }

  /** False when the server has ended. */
  isRunning(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null;
  }

  async health(): Promise<number> {
    const reply = await fetch(`http://127.0.0.1:${this.port}/health`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    return reply?.status ?? 0;
  }
}
