import { FolderUp } from 'lucide-react';
import type { UserAction } from './action.ts';

export const uploadFolder: UserAction = {
  id: 'upload-folder',
  label: 'actions.uploadFolder',
  icon: FolderUp,
  needs: 'create',
  isOffered: () => true,
  run: ({ folder, uploads }) => uploads.pickFolder(folder),
};
