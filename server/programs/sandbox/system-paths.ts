import { constants } from 'node:fs';
import { access, type FileHandle, lstat, open, readlink } from 'node:fs/promises';

/** System paths that every sandbox shows, read-only. */
export interface SystemPaths {
  /** Paths that every program needs. */
  readonly needed: readonly string[];
  /** Paths of further programs. */
  readonly further: readonly string[];
  /** Top-level symlinks into these paths, as `/bin` often is. */
  readonly symlinks: readonly { readonly path: string; readonly target: string }[];
  /** Parts of `/etc` that programs need to start and to tell the time. */
  readonly settings: readonly string[];
}

const NEEDED = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
const FURTHER = ['/opt', '/nix/store'];
const SETTINGS = [
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/localtime',
  '/etc/mime.types',
  '/etc/nsswitch.conf',
];
const NETWORK_SETTINGS = [
  '/etc/crypto-policies',
  '/etc/hosts',
  '/etc/pki/ca-trust/extracted',
  '/etc/pki/tls/certs',
  '/etc/resolv.conf',
  '/etc/services',
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
];

/** Paths at which bubblewrap is searched. Only the operator can write them, unlike folders of the search path. */
const SANDBOX_PROGRAMS = ['/usr/bin/bwrap', '/usr/local/bin/bwrap'];

export async function readSystemPaths(options: {
  readonly network: boolean;
}): Promise<SystemPaths> {
  const settings = options.network ? [...SETTINGS, ...NETWORK_SETTINGS] : SETTINGS;
  const kinds = await Promise.all(NEEDED.map(async (path) => ({ path, kind: await kindOf(path) })));
  const symlinks = kinds.filter(({ kind }) => kind === 'symlink').map(({ path }) => path);
  return {
    needed: kinds.filter(({ kind }) => kind === 'folder').map(({ path }) => path),
    further: await existing(FURTHER),
    symlinks: await Promise.all(
      symlinks.map(async (path) => ({ path, target: await readlink(path, 'utf8') })),
    ),
    settings: await existing(settings),
  };
}

export async function findSandboxProgram(): Promise<string | undefined> {
  for (const program of SANDBOX_PROGRAMS) {
    const isExecutable = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) return program;
  }
  return undefined;
}

export function openFolder(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDONLY | constants.O_DIRECTORY);
}

/** Returns the current path of an open folder. */
export function pathOfDescriptor(fd: number): Promise<string> {
  return readlink(`/proc/self/fd/${fd}`, 'utf8');
}

export async function kindOf(path: string): Promise<'file' | 'folder' | 'symlink' | undefined> {
  try {
    const stat = await lstat(path);
    if (stat.isSymbolicLink()) return 'symlink';
    return stat.isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}

async function existing(paths: readonly string[]): Promise<string[]> {
  const kinds = await Promise.all(paths.map(kindOf));
  return paths.filter((_path, index) => kinds[index] !== undefined);
}
