import { posix } from 'node:path';
import type { SystemPlaces } from './system-places.ts';

/** View of a program in the sandbox. All paths are absolute and resolved. */
export interface SandboxView {
  readonly system: SystemPlaces;
  /** Folder of the user's files, mounted writable at the same path. */
  readonly scope: string;
  /** Working directory. */
  readonly folder: string;
  /** The served folder. Only the scope in it is visible. */
  readonly root: string;
  readonly hidden: readonly HiddenPlace[];
  readonly program: string;
  readonly network: boolean;
  /** Descriptors of the scope and of the texts of the two files. */
  readonly descriptors: {
    readonly scope: number;
    readonly passwd: number;
    readonly group: number;
  };
}

export interface HiddenPlace {
  readonly path: string;
  /** `nothing`: the folder exists and the name is free. It must stay free: a forged journal would be applied to the database. */
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
  const shown = shownPlaces(view);
  const isRootMasked = scope !== root && shown.some((place) => isIn(place, root));
  const isAbove = [...view.system.needed, '/etc', '/tmp'].some((place) => isIn(scope, place));
  const scopeMount = ['--bind-fd', String(descriptors.scope), scope];
  return [
    '--unshare-all',
    // Named explicitly, it is a condition and not a wish. Without it, a program in the sandbox could create namespaces.
    ...['--unshare-user', '--disable-userns'],
    ...(view.network ? ['--share-net'] : []),
    ...['--die-with-parent', '--cap-drop', 'ALL'],
    ...(isAbove ? scopeMount : []),
    ...shown.flatMap((place) => ['--ro-bind', place, place]),
    ...view.system.links
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
 * Returns the visible system paths. Paths in the scope are mounted with the scope, where programs can do without the system's
 * own.
 */
function shownPlaces({ system, scope, root }: SandboxView): string[] {
  const further = system.further.filter((place) => !isIn(scope, place) && place !== root);
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
  const isShown = shown.some((place) => isIn(place, program));
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
    shown.some((place) => isIn(place, path)) && !(isRootMasked && isIn(root, path));
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

function coverOf({ path, kind }: HiddenPlace): string[] {
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
