import type { ArchiveContents, ArchiveRequest } from '../../archive-source.ts';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { announcement } from './announcement.ts';
import type { ArchiveLength, ArchiveWriter } from '../../../archive-formats/member.ts';
import { pack } from './pack.ts';
import { survey } from './measure-archive.ts';
import { TarLength } from '../../../archive-formats/tar/tar-length.ts';
import { TarWriter } from '../../../archive-formats/tar/tar-writer.ts';
import { selectedMembers } from './selected-members.ts';
import type { Packed, Viewer } from './read-member.ts';
import { membersBelow } from './folder-members.ts';
import { folderAt, OpenFolders } from './walked-folder.ts';
import { ZipLength } from '../../../archive-formats/zip/zip-length.ts';
import { ZipWriter } from '../../../archive-formats/zip/zip-writer.ts';
import { visibilityOf } from '../../../policy/visibility.ts';

export const FORMATS: Readonly<
  Record<
    ArchiveRequest['format'],
    { readonly writer: () => ArchiveWriter; readonly length: () => ArchiveLength }
  >
> = {
  zip: { writer: () => new ZipWriter(), length: () => new ZipLength() },
  tar: { writer: () => new TarWriter(), length: () => new TarLength() },
};

/** Writes an archive. The first chunk is not part of it but announces its length. */
export function* archiveTask(
  root: RootDescriptor,
  { view, format, isMeasured, contents }: ArchiveRequest,
  progress: Progress,
): Task<void> {
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
  return selectedMembers(viewer, contents.folder, contents.paths.split('\0'));
}
