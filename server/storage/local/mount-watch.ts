import { basename, dirname } from 'node:path';
import { ROOT, type TreePath } from '#contract/paths.ts';
import { broadcast } from '../../lib/broadcast.ts';
import { workerUrl } from '../../lib/worker-url.ts';
import { WorkerPool } from '../../lib/worker-pool.ts';
import type { RootDescriptor } from './root-descriptor.ts';
import { isBelow, type MountPoint, MountTable } from './mount-table.ts';
import type { MountJobs } from './mount-worker.ts';
import { noteSilentMounts, type SilentMount } from './silent-mounts.ts';

/** A file system that does not say within this what is in its root counts as silent. Milliseconds. */
const SILENT_AFTER_MS = 5_000;
/** Maximum number of file systems that are looked at, each by a thread that may get stuck. */
const MOST_LOOKS = 16;

interface Look {
  readonly point: MountPoint;
  /** Resolves when it has answered, or is silent. */
  readonly known: Promise<void>;
  silent: SilentMount | undefined;
}

/**
 * Knows which mounted file systems below the served folder do not answer, so that nobody else gets stuck in them. It looks at one
 * only when something has hung: a look could wake a disk that sleeps. The look itself then waits until the file system answers
 * again.
 */
export class MountWatch {
  readonly #table = new MountTable();
  readonly #roots = new Map<string, number>();
  readonly #looks = new Map<string, Look>();
  #pool: WorkerPool<MountJobs> | undefined;
  /** Runs while something is silent. */
  #unmountCheck: NodeJS.Timeout | undefined;

  /** Called for each served folder; returns what to call when it is served no more. */
  watch({ ownPaths: [root = ''] }: Pick<RootDescriptor, 'ownPaths'>): () => void {
    this.#table.readNow();
    this.#roots.set(root, (this.#roots.get(root) ?? 0) + 1);
    return () => {
      const left = (this.#roots.get(root) ?? 1) - 1;
      if (left > 0) this.#roots.set(root, left);
      else this.#roots.delete(root);
    };
  }

  /** The names directly in a served folder at which something is mounted now. */
  namesIn({ ownPaths: [root = ''] }: Pick<RootDescriptor, 'ownPaths'>): ReadonlySet<string> {
    this.#table.readNow();
    const points = this.#table.points.map(({ path }) => path);
    const folder = root === '' ? '/' : root;
    return new Set(points.filter((path) => dirname(path) === folder).map((path) => basename(path)));
  }

  /** Looks at all mounts below the served folders; resolves when each has answered or is known to be silent. */
  async probeAll(): Promise<void> {
    this.suspect();
    await Promise.all([...this.#looks.values()].map(({ known }) => known));
  }

  /** The mount point that a place lies at or below, as an absolute path; undefined for the root's own file system. */
  pointAt(
    { ownPaths: [root = ''] }: Pick<RootDescriptor, 'ownPaths'>,
    place: TreePath,
  ): string | undefined {
    const path = place === ROOT ? root : `${root}${place}`;
    let deepest: string | undefined;
    for (const point of this.#table.pathsBelow(root)) {
      if (path !== point && !isBelow(path, point)) continue;
      if (deepest === undefined || point.length > deepest.length) deepest = point;
    }
    return deepest;
  }

  isSilent(point: string | undefined): boolean {
    if (point === undefined || this.#looks.size === 0) return false;
    for (const look of this.#looks.values()) {
      if (look.silent !== undefined && look.point.path === point) return true;
    }
    return false;
  }

  /** Called when something hangs. Looks at the mounts below the served folders, unless that is under way. */
  readonly suspect = (): void => {
    for (const point of this.#table.points) {
      if (this.#looks.size >= MOST_LOOKS) return;
      if (this.#looks.has(point.id)) continue;
      if ([...this.#roots.keys()].some((root) => isBelow(point.path, root))) void this.#look(point);
    }
  };

  async #look(point: MountPoint): Promise<void> {
    let setKnown = (): void => undefined;
    const known = new Promise<void>((resolve) => {
      setKnown = resolve;
    });
    const look: Look = { point, known, silent: undefined };
    this.#looks.set(point.id, look);
    const pool = (this.#pool ??= startPool());
    let timer: NodeJS.Timeout | undefined;
    try {
      const deadlineMs = SILENT_AFTER_MS;
      const holder = await pool.run('holderOf', point.path, { deadlineMs });
      timer = setTimeout(() => {
        look.silent = { ...holder, name: basename(point.path) };
        this.#tell();
        setKnown();
      }, SILENT_AFTER_MS).unref();
      await pool.run('look', point.path);
    } catch {
      // Where the folder that holds it hangs, that one is silent.
    } finally {
      clearTimeout(timer);
      setKnown();
      this.#looks.delete(point.id);
      if (look.silent !== undefined) this.#tell();
    }
  }

  /** What was unmounted is silent no more, even if the look at it never ends. */
  #forgetUnmounted(): void {
    const ids = new Set(this.#table.points.map(({ id }) => id));
    for (const [id, look] of this.#looks) {
      if (ids.has(id) || look.silent === undefined) continue;
      look.silent = undefined;
      this.#tell();
    }
  }

  #tell(): void {
    const silent = [...this.#looks.values()]
      .map((look) => look.silent)
      .filter((mount) => mount !== undefined);
    clearInterval(this.#unmountCheck);
    if (silent.length > 0) {
      this.#unmountCheck = setInterval(() => this.#forgetUnmounted(), SILENT_AFTER_MS).unref();
    }
    noteSilentMounts(silent);
    broadcast(silent);
  }
}

function startPool(): WorkerPool<MountJobs> {
  return new WorkerPool<MountJobs>({
    url: workerUrl(import.meta.url, 'mount-worker'),
    size: 2,
    mostStuck: MOST_LOOKS,
    data: undefined,
  });
}

/** The mounts are the machine's, whoever serves what is in them. */
export const mountWatch = new MountWatch();
