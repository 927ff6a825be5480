import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../http/send.ts';
import { PROJECT } from '../paths.ts';
import { readContainerFile, type Stage, type Step } from './container-file.ts';

export const hasBubblewrap = spawnSync('bwrap', ['--version']).status === 0;

export const CONTAINER_FILE = readContainerFile(
  readFileSync(join(PROJECT, 'packaging', 'container', 'Dockerfile'), 'utf8'),
);
const isRoot = process.getuid?.() === 0;
/**
 * With FB_TEST_WHOLE_IMAGE=1, npm installs and builds as in the container file, which takes minutes. Otherwise the
 * installed packages and the build of this clone are used.
 */
const isWhole = process.env['FB_TEST_WHOLE_IMAGE'] === '1';
/** Folders of this machine that stand for those of the base image, slim Debian. */
const SYSTEM = ['/usr', '/lib', '/lib64', '/bin', '/sbin', '/etc/alternatives'];
const LOCAL_PROGRAMS = '/usr/local/bin';
const SYSTEM_FILES = ['/etc/group', '/etc/passwd'];
const NETWORK = ['/etc/ssl', '/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf'];
const PATH = '/stand-ins:/node:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const ignored = readFileSync(join(PROJECT, '.dockerignore'), 'utf8').split('\n').filter(Boolean);

/**
 * The image of the container file: each step is executed in a folder of its own, and the result runs in bubblewrap instead of a
 * container engine, with its entry point, health check, volumes and a read-only root file system. The system below it is this
 * machine's, with the Node that runs the tests.
 */
export class Container {
  readonly volumes: { readonly srv: string; readonly database: string; readonly config: string };
  readonly #folder: string;
  readonly #variables: Record<string, string>;
  #process: ChildProcess | undefined;
  #output = '';
  #workingFolder = '/';

  constructor(scratch: string, variables: Readonly<Record<string, string>>) {
    this.#folder = mkdtempSync(join(scratch, 'container-'));
    // The user of the container must be able to enter this folder.
    chmodSync(this.#folder, 0o755);
    this.volumes = {
      srv: join(this.#folder, 'srv'),
      database: join(this.#folder, 'database'),
      config: join(this.#folder, 'config'),
    };
    this.#makeStandIns();
    const set = CONTAINER_FILE.stages.map((stage) => this.#build(stage));
    this.#variables = { ...set.at(-1), ...variables };
    this.#provideVolumes();
  }

  /** Output of the program so far. */
  get output(): string {
    return this.#output;
  }

  async start(port: number): Promise<void> {
    const [program = '', ...args] = this.#command(CONTAINER_FILE.entry, {});
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    }
    for (let tries = 0; tries < 400 && child.exitCode === null; tries++) {
      try {
        await send(port, { path: '/health' });
        return;
      } catch {
        await sleep(50);
      }
    }
    throw new Error(`the container does not answer; its output:\n${this.#output}`);
  }

  isHealthy(): boolean {
    return this.#spawn(CONTAINER_FILE.healthCheck, {}).status === 0;
  }

  /** Runs another command in a container of the same image and volumes. */
  run(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
    return this.#spawn([...CONTAINER_FILE.entry, ...args], variables);
  }

  /** Runs a command beside the server, like `docker exec`. */
  exec(command: readonly string[]) {
    return this.#spawn(command, {});
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Creates replacements for programs that would repeat work of this clone and machine, or need root. */
  #makeStandIns(): void {
    const folder = join(this.#folder, 'stand-ins');
    mkdirSync(folder);
    const names = ['apt-get', ...(isWhole ? [] : ['npm']), ...(isRoot ? [] : ['chown'])];
    for (const name of names) writeFileSync(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
  }

  /** Executes the steps of a stage. Returns the variables that they set. */
  #build({ name, steps }: Stage): Record<string, string> {
    const root = this.#rootOf(name);
    this.#workingFolder = '/';
    const created = ['etc', 'node', 'stand-ins', 'proc', 'dev', 'tmp', LOCAL_PROGRAMS];
    for (const path of [...created, ...SYSTEM]) {
      mkdirSync(join(root, path), { recursive: true });
    }
    for (const file of SYSTEM_FILES) cpSync(file, join(root, file));
    const variables: Record<string, string> = {};
    for (const step of steps) this.#execute(step, root, variables);
    return variables;
  }

  #execute(step: Step, root: string, variables: Record<string, string>): void {
    switch (step.kind) {
      case 'set':
        Object.assign(variables, step.values);
        break;
      case 'folder':
        this.#workingFolder = step.path;
        mkdirSync(join(root, step.path), { recursive: true });
        break;
      case 'copy':
        for (const source of step.sources) {
          const at = resolve(this.#workingFolder, step.target);
          const isInto = step.target.endsWith('/');
          const target = join(root, at, isInto ? basename(source) : '');
          if (step.from === undefined) copyFromClone(source, target);
          else link(join(this.#rootOf(step.from), source), target);
        }
        break;
      case 'run':
        this.#runStep(step.command, root, variables);
    }
  }

  #runStep(command: string, root: string, variables: Readonly<Record<string, string>>): void {
    // After the clone has been copied, its packages and build are mounted in the working folder.
    const isCopied = existsSync(join(root, this.#workingFolder, 'packaging'));
    const installed = isWhole || !isCopied ? [] : ['node_modules', 'dist'];
    const outer = Object.entries(process.env).filter(([name]) => /^npm_config_|CERTS$/.test(name));
    const args = [
      ...['--bind', root, '/', ...this.#system([...SYSTEM, ...NETWORK])],
      ...['--bind', join(root, LOCAL_PROGRAMS), LOCAL_PROGRAMS],
      ...installed.flatMap((each) => [
        '--ro-bind',
        join(PROJECT, each),
        join(this.#workingFolder, each),
      ]),
      ...['--chdir', this.#workingFolder, '--clearenv', ...(isRoot ? ['--cap-add', 'ALL'] : [])],
      ...environmentFlags({
        HOME: '/tmp',
        ...(isWhole && Object.fromEntries(outer)),
        ...variables,
        PATH,
      }),
      ...['--', '/bin/sh', '-c', command],
    ];
    const { status, stdout, stderr } = spawnSync('bwrap', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command}\nended with ${status}:\n${stdout}${stderr}`);
  }

  #provideVolumes(): void {
    for (const volume of Object.values(this.volumes)) mkdirSync(volume);
    // The operator must give the user of the container access to the files.
    chmodSync(this.volumes.srv, 0o777);
  }

  #spawn(command: readonly string[], variables: Readonly<Record<string, string>>) {
    const [program = '', ...args] = this.#command(command, variables);
    return spawnSync(program, args, { encoding: 'utf8' });
  }

  #command(command: readonly string[], variables: Readonly<Record<string, string>>): string[] {
    const image = this.#rootOf(CONTAINER_FILE.stages.at(-1)?.name ?? '');
    return [
      'bwrap',
      ...['--ro-bind', image, '/', ...this.#system(SYSTEM)],
      ...['--ro-bind', join(image, LOCAL_PROGRAMS), LOCAL_PROGRAMS],
      ...CONTAINER_FILE.volumes.flatMap((at) => ['--bind', join(this.#folder, at), at]),
      ...['--tmpfs', '/tmp', '--unshare-pid', '--die-with-parent', '--clearenv'],
      ...['--chdir', this.#workingFolder],
      ...environmentFlags({ ...this.#variables, ...variables, PATH }),
      // The capabilities that the compose file leaves to a container started as root.
      ...['CHOWN', 'DAC_READ_SEARCH', 'SETGID', 'SETUID'].flatMap((capability) =>
        isRoot ? ['--cap-add', `CAP_${capability}`] : [],
      ),
      '--',
      ...command,
    ];
  }

  #system(paths: readonly string[]): string[] {
    const existing = paths.filter((path) => existsSync(path));
    return [
      ...existing.flatMap((path) => ['--ro-bind', path, path]),
      ...['--ro-bind', dirname(process.execPath), '/node'],
      ...['--ro-bind', join(this.#folder, 'stand-ins'), '/stand-ins'],
      ...['--proc', '/proc', '--dev', '/dev'],
    ];
  }

  #rootOf(stage: string): string {
    return join(this.#folder, `root-${stage}`);
  }
}

function copyFromClone(source: string, target: string): void {
  const isIncluded = (path: string) => !ignored.includes(relative(PROJECT, path));
  cpSync(join(PROJECT, source), target, { recursive: true, filter: isIncluded });
}

/** Creates hard links instead of copies, because the files are never changed. */
function link(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  const { status, stderr } = spawnSync('cp', ['-a', '--link', source, target]);
  if (status !== 0) throw new Error(stderr.toString());
}

function environmentFlags(variables: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value ?? '']);
}
