import type { Share } from '#contract/shares.ts';
import { ChartNoAxesColumn, Check, Ellipsis, FileDown, Pencil, QrCode, Trash2 } from 'lucide-react';
import { downloadAddressOf } from '../../api/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { dialogs } from '../../state/dialogs.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import type { useCopying } from '../../ui/use-copying.ts';

/** Menu with the further actions of a share. Its button confirms a copied download link for a moment. */
export function ShareMenu({
  share,
  copying: { copy, isCopied },
  mayLeave,
  isCodeShown,
  onCode,
  onEdit,
  onDelete,
}: {
  share: Share;
  copying: ReturnType<typeof useCopying>;
  /** True if another dialog may open. */
  mayLeave: boolean;
  isCodeShown: boolean;
  onCode(): void;
  onEdit(): void;
  onDelete(): void;
}) {
  const { t } = useTranslation();
  const bytes = downloadAddressOf(share);
  const isDone = bytes !== undefined && isCopied(bytes);
  const items = (): readonly MenuItem[] => [
    { id: 'edit', label: t('shares.edit'), icon: Pencil, run: onEdit },
    {
      id: 'code',
      label: isCodeShown ? t('shares.hideCode') : t('shares.showCode'),
      icon: QrCode,
      run: onCode,
    },
    ...(bytes === undefined
      ? []
      : [
          {
            id: 'copy-download',
            label: t('shares.copyDownloadLink'),
            icon: FileDown,
            run: () => copy(bytes),
          },
        ]),
    ...(mayLeave
      ? [
          {
            id: 'uses',
            label: t('shares.uses.show'),
            icon: ChartNoAxesColumn,
            run: () => void dialogs.getState().open({ kind: 'share-uses', share }),
          },
        ]
      : []),
    {
      id: 'delete',
      label: t('shares.delete'),
      icon: Trash2,
      danger: true,
      startsGroup: true,
      run: onDelete,
    },
  ];
  return (
    <MenuButton
      label={isDone ? t('common.copying.copied') : t('listing.moreActions')}
      title={t('listing.moreActions')}
      icon={isDone ? Check : Ellipsis}
      items={items}
    />
  );
}
