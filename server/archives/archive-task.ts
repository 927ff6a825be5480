import type { TreePath } from '#contract/paths.ts';
import { type ViewData, visibilityOf } from '../access/actor.ts';
import type { Progress, Task } from '../lib/serve-tasks.ts';
import type { RootDescriptor } from '../storage/driver.ts';
import { announcement } from './announcement.ts';
import type { ArchiveLength, ArchiveWriter } from './member.ts';
import { pack } from './pack.ts';
import { survey } from './survey.ts';
import { TarLength } from './tar/tar-length.ts';
import { TarWriter } from './tar/tar-writer.ts';
import { chosenMembers } from './walk/chosen.ts';
import type { Packed, Viewer } from './walk/look.ts';
import { membersBelow } from './walk/walk.ts';
import { folderAt, OpenFolders } from './walk/walked-folder.ts';
import { ZipLength } from './zip/zip-length.ts';
import { ZipWriter } from './zip/zip-writer.ts';

/** What is to be packed, for somebody with this view. Plain data; permission to download has been asked for. */
export interface ArchiveTask {
  readonly root: RootDescriptor;
  readonly view: ViewData;
  readonly format: 'zip' | 'tar';
  /** Work out beforehand how long the archive will be, where that is not too much work. */
  readonly isMeasured: boolean;
  readonly contents: ArchiveContents;
}

export type ArchiveContents =
  /** All below a folder that has been judged: where it was asked for, and where it lies. */
  | {
      readonly kind: 'folder';
      readonly path: TreePath;
      readonly place: TreePath;
      readonly identity: string;
    }
  /** Entries, by their ways down from a folder, joined by NUL. */
  | { readonly kind: 'chosen'; readonly folder: TreePath; readonly ways: string };

const FORMATS: Readonly<
  Record<
    ArchiveTask['format'],
    { readonly writer: () => ArchiveWriter; readonly length: () => ArchiveLength }
  >
> = {
  zip: { writer: () => new ZipWriter(), length: () => new ZipLength() },
  tar: { writer: () => new TarWriter(), length: () => new TarLength() },
};

/** The bytes of an archive. The first chunk is none of it: it is the announcement of its length. */
export function* archiveTask(task: ArchiveTask, progress: Progress): Task<void> {
  const { root, view, format, isMeasured, contents } = task;
  const folders = new OpenFolders(root);
  try {
    const viewer = { root, visibility: visibilityOf(view), folders };
    const { writer, length } = FORMATS[format];
    const found = membersOf(viewer, contents);
    const { bytes, members } = yield* survey(found, isMeasured ? length() : undefined);
    yield announcement(bytes);
    yield* pack({
      members,
      writer: writer(),
      folders,
      follow: root.followExternalSymlinks,
      progress,
    });
  } finally {
    folders.close();
  }
}

function membersOf(viewer: Viewer, contents: ArchiveContents): Generator<Packed | undefined> {
  if (contents.kind === 'folder') return membersBelow(viewer, folderAt(contents));
  return chosenMembers(viewer, contents.folder, contents.ways.split('\0'));
}
