import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { PASSWORD_HASH } from './app.ts';
import { bundledProgram } from './bundled.ts';
import { emptyPostgres, temporaryFolder } from './engines.ts';
import { emptyBucket } from './object-store.ts';

/** Returns the flags of servers that share an empty database and an empty bucket. */
export async function sharedFlags(): Promise<string[]> {
  const [database, bucket] = [await emptyPostgres(), await emptyBucket()];
  if (database.kind !== 'postgres') throw new Error('this is for PostgreSQL only');
  return [
    `--database=${database.url}`,
    `--storage=s3://${bucket.name}/${bucket.prefix}`,
    `--storageEndpoint=${bucket.endpoint}`,
    '--storageRegion=us-east-1',
    '--storagePathStyle',
  ];
}

/** A place for a server, which is started again at the same port when it has ended. */
export class Place {
  readonly port: number;
  readonly #flags: readonly string[];
  readonly #folder = temporaryFolder();
  #process: ChildProcess | undefined;
  output = '';

  constructor(port: number, flags: readonly string[]) {
    this.port = port;
    this.#flags = flags;
    onTestFinished(() => this.signal('SIGKILL'));
  }

  start(): void {
    const first = ['--username=admin', `--password=${PASSWORD_HASH}`];
    const words = [`--port=${this.port}`, ...first, ...this.#flags];
    const { PATH, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
    const child = spawn(process.execPath, [bundledProgram('main'), ...words], {
      cwd: this.#folder,
      env: { PATH, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, HOME: this.#folder },
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

  async health(): Promise<number> {
    const reply = await fetch(`http://127.0.0.1:${this.port}/health`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    return reply?.status ?? 0;
  }
}
