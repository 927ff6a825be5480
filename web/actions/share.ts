import type { Entry } from '#contract/files.ts';
import { Share2 } from 'lucide-react';
import type { UserAction } from './action.ts';

/**
 * Shares one selected item, or the displayed folder. Requires the permissions to share and to download, because
 * visitors download.
 */
export const share: UserAction = {
  id: 'share',
  label: 'actions.share',
  icon: Share2,
  shortcut: 'Ctrl+Shift+S',
  needs: 'share',
  isOffered: ({ selection, here, permissions }) =>
    permissions.download && itemOf(selection, here) !== undefined,
  run({ selection, here, dialogs }) {
    const item = itemOf(selection, here);
    if (item) dialogs.open({ kind: 'share', item });
  },
};

/** A broken symlink cannot be shared. */
function itemOf(selection: readonly Entry[], here: Entry): Entry | undefined {
  const [item = here, ...others] = selection;
  return others.length === 0 && item.type !== 'invalid_link' ? item : undefined;
}
