import type { Share } from '#contract/shares.ts';
import { Check, Copy, FileDown, History, QrCode, Trash2 } from 'lucide-react';
import { addressOfShare, downloadAddressOf } from '../../api/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { dialogs } from '../../state/dialogs.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './share-card.module.css';
import type { useCopying } from './use-copying.ts';

/** Buttons of a share. */
export function ShareButtons({
  share,
  copying: { copy, isCopied },
  focus,
  isCodeShown,
  onCode,
  onDelete,
}: {
  share: Share;
  copying: ReturnType<typeof useCopying>;
  /** Initial focus: `now` for a new share, `first` for the first one of a list. */
  focus: 'now' | 'first' | undefined;
  isCodeShown: boolean;
  onCode(): void;
  onDelete(): void;
}) {
  const { t } = useTranslation();
  const address = addressOfShare(share.hash);
  const bytes = downloadAddressOf(share);
  return (
    <div className={styles.buttons}>
      <Button
        autoFocus={focus !== undefined}
        data-focus-first={focus === 'first' ? true : undefined}
        onClick={() => copy(address)}
      >
        {isCopied(address) ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        {isCopied(address) ? t('common.copying.copied') : t('shares.copyLink')}
      </Button>
      {bytes !== undefined && (
        <IconButton
          label={isCopied(bytes) ? t('common.copying.copied') : t('shares.copyDownloadLink')}
          icon={isCopied(bytes) ? Check : FileDown}
          onClick={() => copy(bytes)}
        />
      )}
      <IconButton
        label={isCodeShown ? t('shares.hideCode') : t('shares.showCode')}
        icon={QrCode}
        aria-expanded={isCodeShown}
        onClick={onCode}
      />
      {/* Navigating away from a new share would lose its password. */}
      {focus !== 'now' && (
        <IconButton
          label={t('shares.uses.show')}
          icon={History}
          onClick={() => dialogs.getState().open({ kind: 'share-uses', share })}
        />
      )}
      <IconButton label={t('shares.delete')} icon={Trash2} data-part="delete" onClick={onDelete} />
    </div>
  );
}
