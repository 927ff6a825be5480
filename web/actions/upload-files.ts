import { FileUp } from 'lucide-react';
import type { UserAction } from './action.ts';

export const uploadFiles: UserAction = {
  id: 'upload-files',
  label: 'actions.uploadFiles',
  icon: FileUp,
  needs: 'create',
  isOffered: () => true,
  run: ({ folder, uploads }) => uploads.pickFiles(folder),
};
