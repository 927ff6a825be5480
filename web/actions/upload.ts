import { FileUp, FolderUp, Upload } from 'lucide-react';
import type { NewItemAction } from './action.ts';

/** Asks whether to upload files or a folder. */
export const upload: NewItemAction = {
  id: 'upload',
  label: 'actions.upload',
  icon: Upload,
  needs: 'create',
  isOffered: () => true,
  run: ({ folder, uploads }) => uploads.pick(folder),
};

export const uploadFiles: NewItemAction = {
  id: 'upload-files',
  label: 'actions.uploadFiles',
  icon: FileUp,
  needs: 'create',
  isOffered: () => true,
  run: ({ folder, uploads }) => uploads.pick(folder, 'files'),
};

export const uploadFolder: NewItemAction = {
  id: 'upload-folder',
  label: 'actions.uploadFolder',
  icon: FolderUp,
  needs: 'create',
  isOffered: ({ uploads }) => uploads.picksFolders,
  run: ({ folder, uploads }) => uploads.pick(folder, 'folder'),
};
