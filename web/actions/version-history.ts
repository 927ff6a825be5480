import { History } from 'lucide-react';
import { pageConfig } from '../api/page-config.ts';
import type { UserAction } from './action.ts';
import { isDownloadedAsFile } from './download.ts';

/** Lists the versions of the selected file. */
export const versionHistory: UserAction = {
  id: 'versions',
  label: 'actions.versionHistory',
  icon: History,
  needs: 'download',
  isInMenusOnly: true,
  isOffered: ({ selection: [first, ...others] }) =>
    pageConfig().Versions &&
    first !== undefined &&
    others.length === 0 &&
    isDownloadedAsFile(first),
  run({ selection: [entry], dialogs }) {
    if (entry) dialogs.open({ kind: 'versions', entry });
  },
};
