import type { FileInfo } from '#contract/files.ts';
import { createStore } from 'zustand/vanilla';
import { screenOf } from './file-screens.ts';

interface EditedFile {
  readonly file: FileInfo | undefined;
  /** Previous path after a rename, until the address is updated. */
  readonly formerPath: string | undefined;
}

/**
 * File that is open in the editor. Its text stays on screen if the file is deleted, grows or changes its type, so
 * that no input is lost.
 */
export const editedFile = createStore<EditedFile>(() => ({
  file: undefined,
  formerPath: undefined,
}));

/** Marks a file as being edited until the returned function is called. */
export function keepEdited(file: FileInfo): () => void {
  editedFile.setState({ file });
  return () => {
    if (editedFile.getState().file === file) {
      editedFile.setState({ file: undefined, formerPath: undefined });
    }
  };
}

/** Changes the file after a rename. The former path stays valid until `arriveAtNewName` is called, once the address has changed. */
export function renameEdited(file: FileInfo): void {
  editedFile.setState(({ file: before }) => ({ file, formerPath: before?.path }));
}

/** Forgets the former path of a renamed file. */
export function arriveAtNewName(): void {
  editedFile.setState({ formerPath: undefined });
}

/** Returns the edited file if an address names it. */
export function editedAt(
  { file, formerPath }: EditedFile,
  path: string,
  wantsSource: boolean,
): FileInfo | undefined {
  const isMeant = file?.path === path || (formerPath !== undefined && formerPath === path);
  return isMeant && file && screenOf(file, wantsSource) === 'editor' ? file : undefined;
}
