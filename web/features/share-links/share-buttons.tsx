import type { Share } from '#contract/shares.ts';
import { Check, Copy, FileDown, History, Pencil, QrCode, Trash2 } from 'lucide-react';
import { downloadAddressOf } from '../../api/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { dialogs } from '../../state/dialogs.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { useCopying } from '../../ui/use-copying.ts';
import styles from './share-card.module.css';

/** Button that copies the address of a share. */
export function CopyLink({
  address,
  copying: { copy, isCopied },
  focus,
}: {
  address: string;
  copying: ReturnType<typeof useCopying>;
  /** Initial focus: `now` for a new share, `first` for the first one of a list. */
  focus: 'now' | 'first' | undefined;
}) {
  const { t } = useTranslation();
  return (
    <Button
      variant={focus === undefined ? 'plain' : 'primary'}
      autoFocus={focus !== undefined}
      data-focus-first={focus === 'first' ? true : undefined}
      onClick={() => copy(address)}
    >
      {isCopied(address) ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      {isCopied(address) ? t('common.copying.copied') : t('shares.copyLink')}
    </Button>
  );
}

/** Further actions of a share. */
export function ShareButtons({
  share,
  copying: { copy, isCopied },
  mayLeave,
  isCodeShown,
  isEdited,
  onCode,
  onEdit,
  onDelete,
}: {
  share: Share;
  copying: ReturnType<typeof useCopying>;
  /** True if another dialog may open. */
  mayLeave: boolean;
  isCodeShown: boolean;
  isEdited: boolean;
  onCode(): void;
  onEdit(): void;
  onDelete(): void;
}) {
  const { t } = useTranslation();
  const bytes = downloadAddressOf(share);
  return (
    <div className={styles.buttons}>
      {bytes !== undefined && (
        <IconButton
          label={isCopied(bytes) ? t('common.copying.copied') : t('shares.copyDownloadLink')}
          icon={isCopied(bytes) ? Check : FileDown}
          size="small"
          onClick={() => copy(bytes)}
        />
      )}
      <IconButton
        label={isCodeShown ? t('shares.hideCode') : t('shares.showCode')}
        icon={QrCode}
        size="small"
        aria-expanded={isCodeShown}
        onClick={onCode}
      />
      {mayLeave && (
        <IconButton
          label={t('shares.uses.show')}
          icon={History}
          size="small"
          onClick={() => dialogs.getState().open({ kind: 'share-uses', share })}
        />
      )}
      <IconButton
        label={t('shares.edit')}
        icon={Pencil}
        size="small"
        aria-expanded={isEdited}
        data-part="edit"
        onClick={onEdit}
      />
      <IconButton
        label={t('shares.delete')}
        icon={Trash2}
        size="small"
        data-part="delete"
        onClick={onDelete}
      />
    </div>
  );
}
