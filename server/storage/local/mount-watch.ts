import { basename, dirname } from 'node:path';
import { ROOT, type TreePath } from '#contract/paths.ts';
import { broadcast } from '../../lib/broadcast.ts';
import { workerUrl } from '../../lib/worker-url.ts';
import { WorkerPool } from '../../lib/worker-pool.ts';
import type { RootDescriptor } from './root-descriptor.ts';
import { isBelow, type MountPoint, MountTable } from './mount-table.ts';
import type { MountCalls } from './mount-worker.ts';
import { noteSilentMounts, type SilentMount } from './silent-mounts.ts';

/** Time within which a file system must list its root, or it counts as silent. Milliseconds. */
const SILENT_AFTER_MS = 5_000;
/** Maximum number of file systems that are probed at once, each by a thread that may get stuck. */
const MAX_PROBES = 16;

interface Probe {
  readonly point: MountPoint;
  /** Resolves when the file system has answered or is known to be silent. */
  readonly known: Promise<void>;
  /** Set once the file system has not answered for SILENT_AFTER_MS. */
  silent: SilentMount | undefined;
}

/**
 * Detects which mounted file systems below the served folders do not answer (are silent), and sends their list to all worker threads, which
 * then refuse to touch them. Probes file systems only after a thread has hung, because a probe could wake a sleeping disk. The probe
 * of a silent one goes on until it answers again.
 */
export class MountWatch {
  readonly #table = new MountTable();
  /** Number of drivers for each served folder, by its path on this machine. */
  readonly #roots = new Map<string, number>();
  /** Running probes by the ids of their mounts. */
  readonly #probes = new Map<string, Probe>();
  #pool: WorkerPool<MountCalls> | undefined;
  /** Runs while a file system is silent. */
  #unmountCheck: NodeJS.Timeout | undefined;

  /** Begins to watch a served folder. Returns a function that ends it. */
  watch({ ownPaths: [root = ''] }: Pick<RootDescriptor, 'ownPaths'>): () => void {
    this.#table.readNow();
    this.#roots.set(root, (this.#roots.get(root) ?? 0) + 1);
    return () => {
      const left = (this.#roots.get(root) ?? 1) - 1;
      if (left > 0) this.#roots.set(root, left);
      else this.#roots.delete(root);
    };
  }

  /** Returns the names directly in a served folder at which a file system is mounted now. */
  namesIn({ ownPaths: [root = ''] }: Pick<RootDescriptor, 'ownPaths'>): ReadonlySet<string> {
    this.#table.readNow();
    const points = this.#table.points.map(({ path }) => path);
    const folder = root === '' ? '/' : root;
    return new Set(points.filter((path) => dirname(path) === folder).map((path) => basename(path)));
  }

  /** Probes all mounts below the served folders. Resolves when each has answered or is known to be silent. */
  async probeAll(): Promise<void> {
    this.suspect();
    await Promise.all([...this.#probes.values()].map(({ known }) => known));
  }

  /** Returns the mount point at or above a path, as an absolute path; undefined for the root's own file system. */
  pointAt(
    { ownPaths: [root = ''] }: Pick<RootDescriptor, 'ownPaths'>,
    resolvedPath: TreePath,
  ): string | undefined {
    const path = resolvedPath === ROOT ? root : `${root}${resolvedPath}`;
    let deepest: string | undefined;
    for (const point of this.#table.pathsBelow(root)) {
      if (path !== point && !isBelow(path, point)) continue;
      if (deepest === undefined || point.length > deepest.length) deepest = point;
    }
    return deepest;
  }

  isSilent(point: string | undefined): boolean {
    if (point === undefined || this.#probes.size === 0) return false;
    for (const probe of this.#probes.values()) {
      if (probe.silent !== undefined && probe.point.path === point) return true;
    }
    return false;
  }

  /** Called when a thread hangs. Begins to probe each mount below the served folders that is not being probed yet. */
  readonly suspect = (): void => {
    for (const point of this.#table.points) {
      if (this.#probes.size >= MAX_PROBES) return;
      if (this.#probes.has(point.id)) continue;
      if ([...this.#roots.keys()].some((root) => isBelow(point.path, root)))
        void this.#probe(point);
    }
  };

  async #probe(point: MountPoint): Promise<void> {
    let setKnown = (): void => undefined;
    const known = new Promise<void>((resolve) => {
      setKnown = resolve;
    });
    const probe: Probe = { point, known, silent: undefined };
    this.#probes.set(point.id, probe);
    const pool = (this.#pool ??= startPool());
    let timer: NodeJS.Timeout | undefined;
    try {
      const deadlineMs = SILENT_AFTER_MS;
      const parent = await pool.run('parentOf', point.path, { deadlineMs });
      timer = setTimeout(() => {
        probe.silent = { ...parent, name: basename(point.path) };
        this.#publishSilent();
        setKnown();
      }, SILENT_AFTER_MS).unref();
      await pool.run('probe', point.path);
    } catch {
      // The parent folder is on a file system that hangs itself. The probe of that one finds out.
    } finally {
      clearTimeout(timer);
      setKnown();
      this.#probes.delete(point.id);
      if (probe.silent !== undefined) this.#publishSilent();
    }
  }

  /** Removes unmounted file systems from the silent ones. Their probes may never end. */
  #forgetUnmounted(): void {
    const ids = new Set(this.#table.points.map(({ id }) => id));
    for (const [id, probe] of this.#probes) {
      if (ids.has(id) || probe.silent === undefined) continue;
      probe.silent = undefined;
      this.#publishSilent();
    }
  }

  /** Sends the silent mounts to all threads. */
  #publishSilent(): void {
    const silent = [...this.#probes.values()]
      .map((probe) => probe.silent)
      .filter((mount) => mount !== undefined);
    clearInterval(this.#unmountCheck);
    if (silent.length > 0) {
      this.#unmountCheck = setInterval(() => this.#forgetUnmounted(), SILENT_AFTER_MS).unref();
    }
    noteSilentMounts(silent);
    broadcast(silent);
  }
}

function startPool(): WorkerPool<MountCalls> {
  return new WorkerPool<MountCalls>({
    url: workerUrl(import.meta.url, 'mount-worker'),
    size: 2,
    mostStuck: MAX_PROBES,
    data: undefined,
  });
}

/** One instance, because mounts belong to the machine and not to a driver. */
export const mountWatch = new MountWatch();
