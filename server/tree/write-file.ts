import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import type { NewOperation } from '../metadata/operation-journal.ts';
import { planFile, type Destination } from './destination.ts';
import { requireSpace } from './free-space.ts';
import { rememberedFile } from './history-recorder.ts';
import { receiveFile, type SentFile } from './receive-file.ts';
import { runOperation, type Completed, type OperationSpec } from './run-operation.ts';
import type { Tree } from './tree.ts';
import type { WriteCondition } from './write-condition.ts';
import type { EntryStat } from '../storage/entry.ts';

export interface WriteRequest {
  readonly path: TreePath;
  readonly override: boolean;
  readonly condition?: WriteCondition | undefined;
  readonly file: SentFile;
  /** Returns a signal that aborts when the sender leaves. */
  readonly cancelled?: (() => AbortSignal) | undefined;
}

/** Creates a file and its missing parent folders, or replaces a file. */
export function writeFile(
  tree: Tree,
  actor: Actor,
  { path, override, condition, file, cancelled }: WriteRequest,
): Promise<Completed<EntryStat>> {
  return runOperation<Destination, EntryStat, 'write'>(tree, {
    ...fileCreation(actor),
    cancelled,
    plan: () => planFile(tree, actor, path, { override, condition }),
    authorize: ({ ancestor }) => requireSpace(tree, ancestor, file.announcedBytes),
    prepare: (destination, record) => receiveFile(tree, record, { destination, condition }, file),
  });
}

/** Declares what all operations have in common that create a file or replace one. */
export function fileCreation(
  actor: Actor,
): Omit<OperationSpec<Destination, EntryStat, 'write'>, 'plan' | 'prepare'> {
  return {
    event: 'upload',
    actor,
    paths: ({ resolvedPath }) => ({ path: resolvedPath }),
    writes: ({ resolvedPath }) => resolvedPath,
    parents: (destination) => ({ destination, action: 'create' }),
    journal: journalOfWrite,
    items: ({ existing }) => (existing ? [{ fate: 'carried', path: existing.resolvedPath }] : []),
    changes: ({ resolvedPath }) => [{ kind: 'appeared', path: resolvedPath }],
    remembers: ({ resolvedPath, existing }, stat, version) =>
      rememberedFile(resolvedPath, stat, { replaces: existing !== undefined, version }),
  };
}

/** Returns the journal record of an entry that is created in one step. A large file takes more steps; see `receiveFile`. */
export function journalOfWrite({ resolvedPath, existing }: Destination): NewOperation<'write'> {
  return {
    kind: 'write',
    state: 'committing',
    target: resolvedPath,
    replaces: existing !== undefined,
    replaced: existing?.stat.fingerprint,
  };
}
