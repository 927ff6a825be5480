import type { Share } from '#contract/shares.ts';
import { useQueryClient } from '@tanstack/react-query';
import { addressOfShare, adoptShare, SHARES_KEY } from '../../api/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CopyError, copyText } from '../../lib/copy-text.ts';
import { spelled } from '../../lib/name-parts.ts';
import { dialogs } from '../../state/dialogs.ts';
import { toasts } from '../../state/toasts.ts';
import { showFailureToRepeat } from '../../state/show-failure.ts';
import { sharedItem } from './shared-item.ts';

/** Actions for a share in the table. */
export interface ShareActions {
  copy(share: Share): void;
  askDelete(share: Share): void;
  showUses(share: Share): void;
  /** Makes the share point to the item that now has its path. */
  pointToCurrentItem(share: Share): void;
}

/** Returns the actions. They report success and failure in toasts, and never reject. */
export function useShareActions(): ShareActions {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { show } = toasts.getState();
  const { open } = dialogs.getState();

  const copy = async ({ hash }: Share) => {
    try {
      await copyText(addressOfShare(hash));
      show('success', t('shares.copied'));
    } catch (failure) {
      const reason = failure instanceof CopyError ? failure.reason : 'denied';
      show('error', t(`common.copying.${reason}`));
    }
  };
  const pointToCurrentItem = async (share: Share) => {
    const { name } = sharedItem(t, share);
    try {
      await adoptShare(share.hash);
      show('success', t('settings.shares.adopted', { name: spelled(name) }));
    } catch (failure) {
      const what = t('shares.notChanged', { name: spelled(name) });
      showFailureToRepeat(t, failure, what, () => void pointToCurrentItem(share));
    }
    await queries.invalidateQueries({ queryKey: SHARES_KEY });
  };
  return {
    copy: (share) => void copy(share),
    askDelete: (share) => void open({ kind: 'share-delete', share }),
    showUses: (share) => void open({ kind: 'share-uses', share }),
    pointToCurrentItem: (share) => void pointToCurrentItem(share),
  };
}
