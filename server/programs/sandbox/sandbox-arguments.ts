import { posix } from 'node:path';
import type { SystemPlaces } from './system-places.ts';

/** What a program in the sandbox sees. All paths are absolute and real. */
export interface SandboxView {
  readonly system: SystemPlaces;
  /** Where the user's files are: shown at the very same place, to be written. */
  readonly scope: string;
  /** Where the program starts. */
  readonly folder: string;
  /** The served folder: of it only the scope is shown. */
  readonly root: string;
  readonly hidden: readonly HiddenPlace[];
  readonly program: string;
  readonly network: boolean;
  /** Which descriptor is the scope, and which hold the texts of the two files. */
  readonly descriptors: {
    readonly scope: number;
    readonly passwd: number;
    readonly group: number;
  };
}

export interface HiddenPlace {
  readonly path: string;
  /** `nothing`: its folder is there, the name is free. It must stay so: an invented journal would be played into the database. */
  readonly kind: 'file' | 'folder' | 'nothing';
}

/** All that `/tmp` takes, and what programs share as memory. It is the machine's memory. Bytes. */
const TEMPORARY_BYTES = 256 * 1024 * 1024;
const SHARED_BYTES = 64 * 1024 * 1024;

/**
 * The arguments for bubblewrap, up to the program: later ones lie over earlier ones. A user's scope may be anywhere, also over,
 * in or above places of the system: there the system stays read-only, and nothing is ever made on the disk for its sake.
 */
export function sandboxArguments(view: SandboxView): string[] {
  const { scope, root, descriptors } = view;
  const shown = shownPlaces(view);
  const isRootMasked = scope !== root && shown.some((place) => isIn(place, root));
  const isAbove = [...view.system.needed, '/etc', '/tmp'].some((place) => isIn(scope, place));
  const scopeMount = ['--bind-fd', String(descriptors.scope), scope];
  return [
    '--unshare-all',
    // Said by itself it is no wish but a condition, without which nothing in there could be kept from making its own.
    ...['--unshare-user', '--disable-userns'],
    ...(view.network ? ['--share-net'] : []),
    ...['--die-with-parent', '--cap-drop', 'ALL'],
    ...(isAbove ? scopeMount : []),
    ...shown.flatMap((place) => ['--ro-bind', place, place]),
    ...view.system.links
      .filter(({ path }) => !isIn(scope, path))
      .flatMap(({ path, target }) => ['--symlink', target, path]),
    ...(isIn(scope, '/etc') ? [] : accounts(descriptors)),
    // To be read only: where the server is root, its number alone would open the kernel's settings.
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

/** What is shown of the system. What belongs to the scope is shown as that, where programs can do without the system's own. */
function shownPlaces({ system, scope, root }: SandboxView): string[] {
  const further = system.further.filter((place) => !isIn(scope, place) && place !== root);
  const settings = isIn(scope, '/etc') ? [] : system.settings;
  return [...system.needed, ...further, ...settings];
}

/** Who runs the program has a name, and nobody else has. */
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
 * Covers what belongs to the server. In the scope also the folders on the way to it are mounted onto themselves: a folder that is
 * a place of a mount cannot be given another name, under which its files would be uncovered the next time.
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

/** The folders below `scope` that lead to `path`. */
function foldersBetween(scope: string, path: string): string[] {
  const folder = posix.dirname(path);
  return folder === scope || !isIn(scope, folder) ? [] : [...foldersBetween(scope, folder), folder];
}

function isIn(folder: string, path: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`);
}
