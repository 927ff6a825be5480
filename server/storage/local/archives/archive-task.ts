import { FORMATS } from '../../../archive-formats/formats.ts';
import type { ArchiveContents, ArchiveRequest } from '../../archives/archive-source.ts';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { announcement } from './announcement.ts';
import { pack } from './pack.ts';
import { survey } from './measure-archive.ts';
import { selectedMembers } from './selected-members.ts';
import type { FoundMember, Viewer } from './read-member.ts';
import { membersBelow } from './folder-members.ts';
import { folderAt, OpenFolders } from './walked-folder.ts';
import { visibilityOf } from '../../../policy/visibility.ts';

/** Writes an archive. The first chunk is not part of it but announces its length: as a float64, NaN if unknown. */
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

function membersOf(viewer: Viewer, contents: ArchiveContents): Generator<FoundMember | undefined> {
  if (contents.kind === 'folder') return membersBelow(viewer, folderAt(contents));
  return selectedMembers(viewer, contents.folder, contents.paths.split('\0'));
}
