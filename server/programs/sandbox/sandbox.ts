import { posix } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { ProgramStart } from '../program.ts';
import { Programs } from '../programs.ts';
import { findProgram } from '../find-program.ts';
import { type HiddenPath, sandboxArguments } from './sandbox-arguments.ts';
import {
  findSandboxProgram,
  kindOf,
  openFolder,
  pathOfDescriptor,
  readSystemPaths,
} from './system-paths.ts';

/**
 * `off`: disabled by the operator. `too-old`: bubblewrap can only mount folders by path, which could be replaced in the
 * meantime, not open ones. `refused`: the kernel denies user namespaces.
 */
export type SandboxState = 'active' | 'off' | 'not-installed' | 'too-old' | 'refused';

/** Descriptors of open folders, which the caller keeps open until the end. */
export interface Confinement {
  /** Folder of the user's files. */
  readonly scope: number;
  /** Working directory, in the scope. */
  readonly folder: number;
}

/** Confines programs to one user's files: nothing else of this machine is writable, and little of it is readable. */
export interface Sandbox {
  /** Resolves with the state, which is determined once by running a program in the sandbox. */
  state(): Promise<SandboxState>;
  /** Returns the program wrapped in the sandbox, which must be active. `where` names its folders. */
  wrap(start: ProgramStart, where: Confinement): Promise<ProgramStart>;
}

export type SandboxConfig = Pick<Config, 'commands' | 'root' | 'protectedPaths'>;

export function createSandbox(config: SandboxConfig, programs: Programs): Sandbox {
  let state: Promise<SandboxState> | undefined;
  return {
    state: () => (state ??= findState(config, programs)),
    async wrap(start, where) {
      const bubblewrap = await findSandboxProgram();
      if (bubblewrap === undefined) throw new Error('bubblewrap is no longer installed');
      const hidden = await Promise.all(config.protectedPaths.map(hiddenPath));
      return confine(start, where, {
        bubblewrap,
        config,
        hidden: hidden.filter((path) => path !== undefined),
      });
    },
  };
}

/** Returns the path to cover; undefined when its folder does not exist or it is a symlink to another one. */
async function hiddenPath(path: string): Promise<HiddenPath | undefined> {
  const kind = await kindOf(path);
  if (kind === 'symlink') return undefined;
  if (kind !== undefined) return { path, kind };
  const isInFolder = (await kindOf(posix.dirname(path))) === 'folder';
  return isInFolder ? { path, kind: 'nothing' } : undefined;
}

interface Surroundings {
  readonly bubblewrap: string;
  readonly config: SandboxConfig;
  readonly hidden: readonly HiddenPath[];
}

async function confine(
  start: ProgramStart,
  where: Confinement,
  { bubblewrap, config, hidden }: Surroundings,
): Promise<ProgramStart> {
  const { network } = config.commands;
  const options = sandboxArguments({
    system: await readSystemPaths({ network }),
    scope: await pathOfDescriptor(where.scope),
    folder: await pathOfDescriptor(where.folder),
    root: config.root,
    hidden,
    program: start.program,
    network,
    descriptors: { scope: 3, passwd: 4, group: 5 },
  });
  return {
    ...start,
    program: bubblewrap,
    args: [...options, start.program, ...start.args],
    folder: '/',
    attached: [
      { kind: 'descriptor', fd: where.scope },
      { kind: 'text', text: passwdOf(start.environment['HOME']) },
      { kind: 'text', text: `user:x:${ownId('getgid')}:\n` },
    ],
    isSandbox: true,
  };
}

/** Returns the only account in the sandbox: the one that the server runs as. */
function passwdOf(home = '/'): string {
  const folder = /[:\n]/.test(home) ? '/' : home;
  return `user:x:${ownId('getuid')}:${ownId('getgid')}:user:${folder}:/bin/sh\n`;
}

function ownId(which: 'getuid' | 'getgid'): number {
  return process[which]?.() ?? 0;
}

const PROBE_LIMITS = { timeLimitMs: 10_000, mostOutputBytes: 64 * 1024, mostProcesses: 16 };

/** Runs `true` in the sandbox with the whole served folder. Nothing is hidden, because covers may leave traces on disk. */
async function findState(config: SandboxConfig, programs: Programs): Promise<SandboxState> {
  if (config.commands.sandbox === 'off') return 'off';
  const bubblewrap = await findSandboxProgram();
  if (bubblewrap === undefined) return 'not-installed';
  const probe = await findProgram('true', ['/usr/bin', '/bin']);
  if (probe.kind !== 'found') return 'refused';
  // A server requires the folder; commands that only query the state do not.
  const root = await openFolder(config.root).catch(() => openFolder('/'));
  try {
    const start = { program: probe.program, args: [], environment: {}, limits: PROBE_LIMITS };
    const where = { scope: root.fd, folder: root.fd };
    const confined = await confine(start, where, { bubblewrap, config, hidden: [] });
    let output = '';
    const end = await programs.run(
      confined,
      (chunk) => {
        output += chunk.toString('latin1');
      },
      new AbortController().signal,
    );
    if (end.kind === 'exit' && end.code === 0) return 'active';
    return /unknown option/i.test(output) ? 'too-old' : 'refused';
  } finally {
    await root.close();
  }
}

/** Runs a program in the sandbox once, and returns whether that works. */
export async function trySandbox(config: SandboxConfig): Promise<SandboxState> {
  const programs = new Programs();
  try {
    return await createSandbox(config, programs).state();
  } finally {
    await programs.close();
  }
}
