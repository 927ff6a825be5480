import { Upload } from 'lucide-react';
import type { UserAction } from './action.ts';

export const upload: UserAction = {
  id: 'upload',
  label: 'actions.upload',
  icon: Upload,
  needs: 'create',
  isOffered: () => true,
  run: ({ folder, uploads }) => uploads.pick(folder),
};
