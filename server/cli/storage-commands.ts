import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseTreePath, type TreePath, ROOT } from '#contract/paths.ts';
import { parseDuration } from '../lib/duration.ts';
import { StartupError } from '../lib/startup-error.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { collectGarbage, KEPT_MS } from '../storage/managed/collect-garbage.ts';
import { exportTree } from '../storage/managed/export-tree.ts';
import { importTree, type Transferred } from '../storage/managed/import-tree.ts';
import type { ManagedDriver } from '../storage/managed/managed-driver.ts';
import {
  listManifests,
  readComplete,
  readManifest,
  treeIdIn,
} from '../storage/managed/manifest.ts';
import type { ManifestFiles } from '../storage/managed/manifest-files.ts';
import { recoverTree } from '../storage/managed/recover-tree.ts';
import { verifyStore } from '../storage/managed/verify-store.ts';
import { WalkRun } from '../storage/managed/walk-run.ts';
import { openLocalFolder } from '../storage/open.ts';
import { type CliCall, type CliCommand, type ExitCode, STORAGE_SETTINGS } from './cli-command.ts';
import { sizeText } from './doctor/finding.ts';
import { type OpenAdministration, withAdministration } from './open-administration.ts';
import { switchOf } from './option-values.ts';

const SETTINGS = [...STORAGE_SETTINGS, 'database', 'config'] as const;
const REPLACE = { name: 'replace', help: 'Replace files that exist with another size or time' };
/** Interval of the lines about the progress, in milliseconds. */
const PROGRESS_EVERY_MS = 5_000;
/** Number of entries that are named in a report. */
const MAX_NAMED = 20;

export const importStorageCommand: CliCommand = {
  arguments: [{ name: 'folder' }, { name: 'path', optional: true }],
  options: [REPLACE],
  settings: SETTINGS,
  details: `Copies a folder of this machine into the managed store, with times and permissions;
by default into its root. The folder is not changed. Files that are in the store
already are passed over, so that the command continues where it was interrupted.
Symlinks, pipes and devices are reported and passed over. Works while the server runs.`,
  examples: ['filebrowser storage import /srv/files --storage managed:/var/lib/fb-store'],
  async run(call) {
    const [typed = '', path = '/'] = call.arguments;
    const folder = resolve(call.surroundings.workingFolder, typed);
    const into = requireTreePath(path);
    return withStore(call, async (store) => {
      const source = openLocalFolder(folder);
      const transfer = new TransferReport(call, 'imported');
      try {
        const task = { source, from: ROOT, into, replaces: replacesOf(call), ...transfer.task };
        await importTree(store.tree, task, new WalkRun(endless()));
        return transfer.end();
      } finally {
        await source.close();
      }
    });
  },
};

export const exportStorageCommand: CliCommand = {
  arguments: [{ name: 'folder' }, { name: 'path', optional: true }],
  options: [REPLACE],
  settings: SETTINGS,
  details: `Copies the files of the managed store into a folder of this machine, with their times;
by default all of them. Creates the folder if it does not exist. Files that are there
already are passed over, so that the command continues where it was interrupted. The
store is not changed. Works while the server runs.`,
  examples: ['filebrowser storage export /backup/files --storage managed:/var/lib/fb-store'],
  async run(call) {
    const [typed = '', path = '/'] = call.arguments;
    const folder = resolve(call.surroundings.workingFolder, typed);
    const from = requireTreePath(path);
    return withStore(call, async (store) => {
      const target = await openTarget(folder);
      const transfer = new TransferReport(call, 'exported');
      try {
        const task = { target, from, into: ROOT, replaces: replacesOf(call), ...transfer.task };
        await exportTree(store.tree, task, new WalkRun(endless()));
        return transfer.end();
      } finally {
        await target.close();
      }
    });
  },
};

export const verifyStorageCommand: CliCommand = {
  options: [{ name: 'quick', help: 'Compare sizes only, without reading the contents' }],
  settings: SETTINGS,
  details: `Compares the entries of the managed store, the records of their contents, the contents
and their checksums. Prints each problem, and ends with status 1 if there is one. Stores
checksums that were not computed yet; changes nothing else. Contents without a record
are counted and kept. Works while the server runs.`,
  examples: ['filebrowser storage verify --storage managed:/var/lib/fb-store'],
  async run(call) {
    const readsContents = switchOf(call.options, 'quick') !== true;
    return withStore(call, async (store): Promise<ExitCode> => {
      const progress = progressPrinter(call, 'verified');
      const run = new WalkRun({ ...endless(), onProgress: progress });
      const report = await verifyStore(store.tree, { readsContents }, run);
      for (const problem of report.described) call.print(problem);
      const { blobs, bytes, problems, unknown, newChecksums } = report;
      call.printNotice(
        `verified ${blobs} contents (${sizeText(bytes)}): ${problems} problems, ${newChecksums} checksums computed for the first time, ${unknown} contents without a record`,
      );
      return problems === 0 ? 0 : 1;
    });
  },
};

export const collectGarbageCommand: CliCommand = {
  options: [
    {
      name: 'keep',
      takes: 'time',
      help: 'Time for which contents are kept after their last entry; default: 24h',
    },
  ],
  settings: SETTINGS,
  details: `Removes contents to which no file has referred for a time, as the server does every
hour. Contents of files that were deleted or replaced are kept for a day. With "--keep
0s", stop the server first: a download that begins at that moment could fail.`,
  examples: ['filebrowser storage gc --storage managed:/var/lib/fb-store'],
  async run(call) {
    const keptMs = keptMsOf(call);
    return withStore(call, async (store) => {
      const options = { keptMs, nowMs: Date.now(), ...endless() };
      const { blobs, bytes } = await collectGarbage(store.tree, options);
      call.printNotice(`removed ${blobs} contents (${sizeText(bytes)})`);
    });
  },
};

export const recoverStorageCommand: CliCommand = {
  options: [
    { name: 'list', help: 'List the manifests that are there, the newest first' },
    { name: 'manifest', takes: 'name', help: 'Manifest to use; default: the newest' },
  ],
  settings: SETTINGS,
  details: `Creates the tree of the managed store anew when its database is lost. The server stores
a manifest of the tree beside the contents every hour. The database is created if it
does not exist, and its tree must be empty. Users, shares, settings and items in the
trash are not recovered. Stop the server first.`,
  examples: [
    'filebrowser storage recover --list -d new.db --storage managed:/var/lib/store',
    'filebrowser storage recover -d new.db --storage managed:/var/lib/store',
  ],
  async run(call) {
    const work = async ({ tree }: ManagedDriver): Promise<void> => {
      const { manifests } = tree.blobs;
      if (switchOf(call.options, 'list') === true) return printManifests(call, manifests);
      const name = await chosenManifest(call, manifests);
      const { files, folders, bytes, leftOut } = await recoverTree(
        tree,
        await readManifest(manifests, name),
      );
      call.printNotice(
        `recovered ${files} files (${sizeText(bytes)}) and ${folders} folders as of ${name}; ${leftOut} entries were in the trash or in no folder`,
      );
      call.printNotice('Check the contents with: filebrowser storage verify --quick');
    };
    return withStore(call, work, 'create');
  },
};

async function printManifests({ print }: CliCall, manifests: ManifestFiles): Promise<void> {
  for (const name of await listManifests(manifests, endless().signal)) {
    const { files = 0, bytes = 0 } = (await readComplete(manifests, name)) ?? {};
    print(`${name}  ${files} files (${sizeText(bytes)})`);
  }
}

/** Returns the name of the manifest to use. The newest is only certain to be meant if all are of one database. */
async function chosenManifest({ options }: CliCall, manifests: ManifestFiles): Promise<string> {
  const names = await listManifests(manifests, endless().signal);
  const typed = options.get('manifest');
  const [newest] = names;
  if (newest === undefined) throw new StartupError('there is no manifest in the store');
  if (typed !== undefined && !names.includes(typed)) {
    throw new StartupError(`there is no manifest ${typed}`);
  }
  if (typed === undefined && new Set(names.map(treeIdIn)).size > 1) {
    throw new StartupError(
      'the store has manifests of several databases. Choose one with --manifest; --list shows them',
    );
  }
  return typed ?? newest;
}

async function withStore<Result>(
  call: CliCall,
  work: (store: ManagedDriver) => Promise<Result>,
  missing: 'refuse' | 'create' = 'refuse',
): Promise<Result> {
  const withOpened = async ({ openStore }: Pick<OpenAdministration, 'openStore'>) => {
    const store = await openStore();
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };
  return withAdministration(call, withOpened, missing);
}

/** Opens the folder of an export, which is created if it does not exist. */
async function openTarget(folder: string): Promise<StorageDriver> {
  if (!existsSync(folder)) {
    await mkdir(folder, { recursive: true, mode: 0o750 }).catch((cause: NodeJS.ErrnoException) => {
      throw new StartupError(`${folder} cannot be created (${cause.code})`, { cause });
    });
  }
  return openLocalFolder(folder);
}

function endless(): { readonly signal: AbortSignal } {
  return { signal: new AbortController().signal };
}

function replacesOf({ options }: CliCall): boolean {
  return switchOf(options, 'replace') === true;
}

function keptMsOf({ options }: CliCall): number {
  const typed = options.get('keep');
  if (typed === undefined) return KEPT_MS;
  const keptMs = parseDuration(typed);
  if (keptMs !== undefined && keptMs >= 0) return keptMs;
  throw new StartupError(`--keep has to be a time such as 24h or 30d, not "${typed}"`);
}

function requireTreePath(typed: string): TreePath {
  const path = parseTreePath(typed);
  if (path === undefined) throw new StartupError(`"${typed}" is not a path in the store`);
  return path;
}

/** Returns a function that prints the progress from time to time. */
function progressPrinter({ printNotice }: CliCall, verb: string) {
  let printedAt = performance.now();
  return ({ entries, bytes }: { readonly entries: number; readonly bytes: number }): void => {
    if (performance.now() - printedAt < PROGRESS_EVERY_MS) return;
    printedAt = performance.now();
    printNotice(`${entries} ${verb} (${sizeText(bytes)})`);
  };
}

/** Counts the outcomes of a transfer, prints its progress, and names what was passed over. */
class TransferReport {
  readonly task: { onEntry(path: string, outcome: Transferred, bytes: number): void };
  readonly #call: CliCall;
  readonly #verb: string;
  readonly #counts = { done: 0, present: 0, different: 0, unsupported: 0 };
  #bytes = 0;

  constructor(call: CliCall, verb: string) {
    this.#call = call;
    this.#verb = verb;
    const progress = progressPrinter(call, verb);
    this.task = {
      onEntry: (path, outcome, bytes) => {
        this.#counts[outcome] += 1;
        this.#bytes += bytes;
        progress({ entries: this.#counts.done, bytes: this.#bytes });
        if (outcome === 'different' || outcome === 'unsupported') this.#name(path, outcome);
      },
    };
  }

  /** Prints the result. Status 1 if files were not copied because others are at their paths. */
  end(): ExitCode {
    const { done, present, different, unsupported } = this.#counts;
    this.#call.printNotice(
      `${this.#verb} ${done} files (${sizeText(this.#bytes)}); ${present} were there already, ${different} differ and were kept, ${unsupported} were passed over`,
    );
    return different === 0 ? 0 : 1;
  }

  #name(path: string, outcome: 'different' | 'unsupported'): void {
    const { different, unsupported } = this.#counts;
    if (different + unsupported > MAX_NAMED) return;
    const reason = outcome === 'different' ? 'exists and differs' : 'no file or folder';
    this.#call.print(`${path}: ${reason}`);
  }
}
