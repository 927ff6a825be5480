import type { NewItemAction } from './action.ts';
import { newFile } from './new-file.ts';
import { newFolder } from './new-folder.ts';
import { uploadFiles, uploadFolder } from './upload.ts';

/** Actions of the button "New", in display order. Its menu separates the groups with a line. */
export const NEW_ITEM_GROUPS: readonly (readonly NewItemAction[])[] = [
  [uploadFiles, uploadFolder],
  [newFolder, newFile],
];
