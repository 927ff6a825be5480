import { posix } from 'node:path';
import type { SystemPaths } from './system-paths.ts';

/** View of a program in the sandbox. All paths are absolute and resolved. */
export interface SandboxView {
  readonly system: SystemPaths;
  /** Folder of the user's files, mounted writable at the same path. */
  readonly scope: string;
  /** Working directory. */
  readonly folder: string;
  /** The served folder. Only the scope in it is visible. */
  readonly root: string;
  readonly hidden: readonly HiddenPath[];
  readonly program: string;
  readonly network: boolean;
  /** Descriptors of the scope, and of the contents of `/etc/passwd` and `/etc/group`. */
  readonly descriptors: {
    readonly scope: number;
    readonly passwd: number;
    readonly group: number;
  };
}

export interface HiddenPath {
  readonly path: string;
  /**
   * `nothing`: no entry has this name in an existing folder, and a program must not create one, such as a forged SQLite
   * journal that would be applied to the database.
   */
  readonly kind: 'file' | 'folder' | 'nothing';
}

/** Sizes of `/tmp` and of shared memory in bytes. They use the machine's memory. */
const TEMPORARY_BYTES = 256 * 1024 * 1024;
const SHARED_BYTES = 64 * 1024 * 1024;

/**
 * Returns the arguments for bubblewrap up to the program. Later mounts cover earlier ones. A user's scope may be anywhere, also
 * over, in or above system paths: the system stays read-only, and nothing is created on disk.
 */
export function sandboxArguments(view: SandboxView): string[] {
  const { scope, root, descriptors } = view;
  const shown = shownPaths(view);
  const isRootMasked = scope !== root && shown.some((folder) => isIn(folder, root));
  const isAbove = [...view.system.needed, '/etc', '/tmp'].some((path) => isIn(scope, path));
  const scopeMount = ['--bind-fd', String(descriptors.scope), scope];
  return [
    '--unshare-all',
    // `--unshare-all` only tries to create a user namespace; named explicitly, it is required. With `--disable-userns`,
    // a program in the sandbox cannot create further namespaces.
    ...['--unshare-user', '--disable-userns'],
    ...(view.network ? ['--share-net'] : []),
    ...['--die-with-parent', '--cap-drop', 'ALL'],
    ...(isAbove ? scopeMount : []),
    ...shown.flatMap((path) => ['--ro-bind', path, path]),
    ...view.system.symlinks
      .filter(({ path }) => !isIn(scope, path))
      .flatMap(({ path, target }) => ['--symlink', target, path]),
    ...(isIn(scope, '/etc') ? [] : accounts(descriptors)),
    // Read-only: for a server that runs as root, the kernel's settings would be writable.
    ...['--proc', '/proc', '--remount-ro', '/proc'],
    ...['--dev', '/dev', '--size', String(SHARED_BYTES), '--tmpfs', '/dev/shm'],
    ...['--remount-ro', '/dev'],
    ...(isIn(scope, '/tmp') ? [] : ['--size', String(TEMPORARY_BYTES), '--tmpfs', '/tmp']),
    ...(isRootMasked ? ['--tmpfs', root] : []),
    ...(isAbove ? [] : scopeMount),
    ...programMount(view, shown, isRootMasked),
    ...hiddenMounts(view, shown, isRootMasked),
    ...(isRootMasked ? ['--remount-ro', root] : []),
    ...(scope === '/' ? [] : ['--remount-ro', '/']),
    ...['--chdir', view.folder, '--'],
  ];
}

/**
 * Returns the visible system paths. Omits optional ones in the scope, which are mounted with the scope.
 */
function shownPaths({ system, scope, root }: SandboxView): string[] {
  const further = system.further.filter((path) => !isIn(scope, path) && path !== root);
  const settings = isIn(scope, '/etc') ? [] : system.settings;
  return [...system.needed, ...further, ...settings];
}

/** Returns mounts for account files that name only the user of the program. */
function accounts({ passwd, group }: SandboxView['descriptors']): string[] {
  return [
    ...['--ro-bind-data', String(passwd), '/etc/passwd'],
    ...['--ro-bind-data', String(group), '/etc/group'],
  ];
}

function programMount(
  { program, scope, root }: SandboxView,
  shown: readonly string[],
  isRootMasked: boolean,
): string[] {
  const isShown = shown.some((folder) => isIn(folder, program));
  if (isIn(scope, program) || (isShown && !(isRootMasked && isIn(root, program)))) return [];
  return ['--ro-bind', program, program];
}

/**
 * Covers files of the server. In the scope, folders above them are mounted onto themselves: a mount point cannot be renamed,
 * which would uncover its files.
 */
function hiddenMounts(
  { hidden, scope, root }: SandboxView,
  shown: readonly string[],
  isRootMasked: boolean,
): string[] {
  const isReadOnly = (path: string): boolean =>
    shown.some((folder) => isIn(folder, path)) && !(isRootMasked && isIn(root, path));
  const inSystem = hidden.filter(({ path, kind }) => kind !== 'nothing' && isReadOnly(path));
  const inScope = hidden.filter(
    ({ path }) => isIn(scope, path) && (isRootMasked || !isReadOnly(path)),
  );
  const onTheWay = new Set(inScope.flatMap(({ path }) => foldersBetween(scope, path)));
  return [
    ...[...onTheWay].toSorted().flatMap((folder) => ['--bind', folder, folder]),
    ...[...inSystem, ...inScope].flatMap(coverOf),
  ];
}

function coverOf({ path, kind }: HiddenPath): string[] {
  if (kind === 'folder') return ['--tmpfs', path, '--remount-ro', path];
  return ['--ro-bind', '/dev/null', path];
}

/** Returns the parent folders of `path` below `scope`. */
function foldersBetween(scope: string, path: string): string[] {
  const folder = posix.dirname(path);
  return folder === scope || !isIn(scope, folder) ? [] : [...foldersBetween(scope, folder), folder];
}

function isIn(folder: string, path: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`);
}
