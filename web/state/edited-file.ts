import type { FileInfo } from '#contract/files.ts';
import { createStore } from 'zustand/vanilla';
import { screenOf } from './file-screens.ts';

interface EditedFile {
  readonly file: FileInfo | undefined;
  /** What the file was called until just now: the address of the page still says so. */
  readonly formerPath: string | undefined;
}

/**
 * The file whose text is open in the editor. Its text stays on the screen whatever becomes of the file meanwhile: it
 * may be deleted, grow, or turn into something else, and what has been typed must not go with it.
 */
export const editedFile = createStore<EditedFile>(() => ({
  file: undefined,
  formerPath: undefined,
}));

/** Until the returned function is called, this file is being edited. */
export function keepEdited(file: FileInfo): () => void {
  editedFile.setState({ file });
  return () => {
    if (editedFile.getState().file === file) {
      editedFile.setState({ file: undefined, formerPath: undefined });
    }
  };
}

/** The file is called otherwise from now on; `arriveAtNewName` tells when the page's address says so, too. */
export function renameEdited(file: FileInfo): void {
  editedFile.setState(({ file: before }) => ({ file, formerPath: before?.path }));
}

export function arriveAtNewName(): void {
  editedFile.setState({ formerPath: undefined });
}

/** The file that is being edited, if that is what an address means. */
export function editedAt(
  { file, formerPath }: EditedFile,
  path: string,
  wantsSource: boolean,
): FileInfo | undefined {
  const isMeant = file?.path === path || (formerPath !== undefined && formerPath === path);
  return isMeant && file && screenOf(file, wantsSource) === 'editor' ? file : undefined;
}
