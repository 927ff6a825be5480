import type { Logger } from '../logger.ts';
import type { Database } from '../metadata/database.ts';
import { writeTemporaryFiles } from '../metadata/settings.ts';
import { findUnknownTemporaryFiles, probableOrigin } from './temporary-files.ts';
import type { TreeWalks } from '../storage/tree-walks.ts';

/** Delay after a start, so that other work comes first. Milliseconds. */
const WAITS_MS = 60_000;
/** Maximum number of files that are logged one by one. */
const MAX_LOGGED = 20;

interface SearchDependencies {
  readonly walks: Pick<TreeWalks, 'findTemporary' | 'stat'>;
  readonly db: Database;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** Searches the tree once, some time after a start, for temporary files that belong to nothing, and logs them. */
export class TemporaryFileSearch {
  readonly #dependencies: SearchDependencies;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(dependencies: SearchDependencies) {
    this.#dependencies = dependencies;
  }

  begin(): void {
    if (this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#search();
    }, WAITS_MS).unref();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopping.abort(new Error('the server is stopping'));
    await this.#running;
  }

  async #search(): Promise<void> {
    const { walks, db, log } = this.#dependencies;
    const { signal } = this.#stopping;
    try {
      const found = await findUnknownTemporaryFiles(walks, db, signal);
      const outcome = { at: Date.now(), count: found.length };
      await db.write((tx) => writeTemporaryFiles(tx, outcome), { isIdempotent: true });
      for (const entry of found.slice(0, MAX_LOGGED)) {
        const { path, kind, bytes, modifiedMs } = entry;
        const modified = new Date(modifiedMs).toISOString();
        const facts = { path, kind, bytes, modified, probably: probableOrigin(entry) };
        log.warn(facts, 'temporary file belongs to nothing; see "filebrowser temporary-files ls"');
      }
      if (found.length > MAX_LOGGED)
        log.warn({ count: found.length }, 'more temporary files found');
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, 'temporary files not searched');
    }
  }
}
