import { posix } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { ProgramStart } from '../program.ts';
import type { Programs } from '../programs.ts';
import { findProgram } from '../find-program.ts';
import { type HiddenPlace, sandboxArguments } from './sandbox-arguments.ts';
import {
  findSandboxProgram,
  kindOf,
  openFolder,
  placeOfDescriptor,
  readSystemPlaces,
} from './system-places.ts';

/**
 * `off`: the operator wants none. `too-old`: bubblewrap is there, but cannot mount an open folder, so that a folder could be
 * swapped for another one on the way. `refused`: it is there, and the kernel lets nobody have namespaces.
 */
export type SandboxState = 'active' | 'off' | 'not-installed' | 'too-old' | 'refused';

/** Descriptors of open folders, which the caller keeps till the end. */
export interface Confinement {
  /** All of the user's files. */
  readonly scope: number;
  /** In the scope: where the program starts. */
  readonly folder: number;
}

/** Keeps programs to one user's files: nothing else of this machine can be written, and little of it be seen. */
export interface Sandbox {
  /** Found out once, by running a program in it. */
  state(): Promise<SandboxState>;
  /** The same program in the sandbox, which has to be active. `where` says in which folder it starts. */
  wrap(start: ProgramStart, where: Confinement): Promise<ProgramStart>;
}

export type SandboxConfig = Pick<Config, 'commands' | 'root' | 'protectedPaths'>;

export function createSandbox(config: SandboxConfig, programs: Programs): Sandbox {
  let state: Promise<SandboxState> | undefined;
  return {
    state: () => (state ??= findState(config, programs)),
    async wrap(start, where) {
      const bubblewrap = await findSandboxProgram();
      if (bubblewrap === undefined) throw new Error('bubblewrap is not installed any more');
      const hidden = await Promise.all(config.protectedPaths.map(hiddenPlace));
      return confine(start, where, {
        bubblewrap,
        config,
        hidden: hidden.filter((place) => place !== undefined),
      });
    },
  };
}

/** Undefined where nothing can be in the way: its folder is not there, or it is a link to another one of them. */
async function hiddenPlace(path: string): Promise<HiddenPlace | undefined> {
  const kind = await kindOf(path);
  if (kind === 'link') return undefined;
  if (kind !== undefined) return { path, kind };
  const isFolderThere = (await kindOf(posix.dirname(path))) === 'folder';
  return isFolderThere ? { path, kind: 'nothing' } : undefined;
}

interface Surroundings {
  readonly bubblewrap: string;
  readonly config: SandboxConfig;
  readonly hidden: readonly HiddenPlace[];
}

async function confine(
  start: ProgramStart,
  where: Confinement,
  { bubblewrap, config, hidden }: Surroundings,
): Promise<ProgramStart> {
  const { network } = config.commands;
  const options = sandboxArguments({
    system: await readSystemPlaces({ network }),
    scope: await placeOfDescriptor(where.scope),
    folder: await placeOfDescriptor(where.folder),
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

/** The one account that there is in the sandbox: whoever the server runs as. */
function passwdOf(home = '/'): string {
  const folder = /[:\n]/.test(home) ? '/' : home;
  return `user:x:${ownId('getuid')}:${ownId('getgid')}:user:${folder}:/bin/sh\n`;
}

function ownId(which: 'getuid' | 'getgid'): number {
  return process[which]?.() ?? 0;
}

const PROBE_LIMITS = { timeLimitMs: 10_000, mostOutputBytes: 64 * 1024, mostProcesses: 16 };

/** Runs `true` in it, for the whole served folder: nothing is hidden, as that may leave a trace on the disk. */
async function findState(config: SandboxConfig, programs: Programs): Promise<SandboxState> {
  if (config.commands.sandbox === 'off') return 'off';
  const bubblewrap = await findSandboxProgram();
  if (bubblewrap === undefined) return 'not-installed';
  const nothing = await findProgram('true', ['/usr/bin', '/bin']);
  if (nothing.kind !== 'found') return 'refused';
  // Without one there is no server either; whoever only asks gets an answer all the same.
  const root = await openFolder(config.root).catch(() => openFolder('/'));
  try {
    const start = { program: nothing.program, args: [], environment: {}, limits: PROBE_LIMITS };
    const where = { scope: root.fd, folder: root.fd };
    const confined = await confine(start, where, { bubblewrap, config, hidden: [] });
    let said = '';
    const end = await programs.run(
      confined,
      (chunk) => {
        said += chunk.toString('latin1');
      },
      new AbortController().signal,
    );
    if (end.kind === 'exit' && end.code === 0) return 'active';
    return /unknown option/i.test(said) ? 'too-old' : 'refused';
  } finally {
    await root.close();
  }
}
