import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Returns whether tests can mount file systems that no other process sees. Prints a line if they cannot. */
export function canMount(): boolean {
  const { status } = spawnSync('unshare', ['--mount', 'true']);
  if (status === 0) return true;
  console.info('skipped: mounting needs root, and unshare and nsenter of util-linux');
  return false;
}

/** A mount namespace for a server process and for commands that mount and unmount. */
export class MountNamespace implements Disposable {
  readonly #holder: ChildProcess;

  private constructor(holder: ChildProcess) {
    this.#holder = holder;
  }

  static async create(): Promise<MountNamespace> {
    const holder = spawn('unshare', ['--mount', '--propagation', 'private', 'sleep', 'infinity'], {
      stdio: 'ignore',
    });
    const namespace = new MountNamespace(holder);
    // Before unshare has executed sleep, its mounts are those of the machine.
    while (namespace.#outputOf('readlink', '/proc/self/ns/mnt') === ownNamespace()) await delay(10);
    return namespace;
  }

  /** Runs a command in the namespace. Throws if it fails. */
  run(program: string, ...args: readonly string[]): void {
    this.#outputOf(program, ...args);
  }

  spawn(program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
    return spawn('nsenter', [...this.#inside(), program, ...args], { env, stdio: 'pipe' });
  }

  [Symbol.dispose](): void {
    this.#holder.kill('SIGKILL');
  }

  #inside(): string[] {
    return [`--mount=/proc/${this.#holder.pid}/ns/mnt`];
  }

  #outputOf(program: string, ...args: readonly string[]): string {
    const words = [...this.#inside(), program, ...args];
    const { status, stdout, stderr } = spawnSync('nsenter', words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program} ends with ${status}: ${stderr}`);
    return stdout.trim();
  }
}

function ownNamespace(): string {
  if (!existsSync('/proc/self/ns/mnt')) throw new Error('/proc is not mounted');
  return spawnSync('readlink', ['/proc/self/ns/mnt'], { encoding: 'utf8' }).stdout.trim();
}
