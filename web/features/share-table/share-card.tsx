import { ChartNoAxesColumn, Copy, Trash2 } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { spelled } from '../../lib/name-parts.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { ShareExpiry } from './share-expiry.tsx';
import { ShareItem } from './share-item.tsx';
import { ShareNotice } from './share-notice.tsx';
import type { ShareRowProps } from './share-row-props.ts';
import styles from './share-rows.module.css';
import { sharedItem } from './shared-item.ts';

/** Card of a share on narrow screens, with its actions in a menu. */
export function ShareCard({ share, isOwn, withOwner, words, actions }: ShareRowProps) {
  const { t } = useTranslation();
  const name = spelled(sharedItem(t, share).name);
  const items = () => [
    {
      id: 'copy',
      label: t('shares.copyLink'),
      icon: Copy,
      run: () => actions.copy(share),
    },
    {
      id: 'uses',
      label: t('shares.uses.show'),
      icon: ChartNoAxesColumn,
      run: () => actions.showUses(share),
    },
    {
      id: 'delete',
      label: t('shares.delete'),
      icon: Trash2,
      danger: true,
      startsGroup: true,
      run: () => actions.askDelete(share),
    },
  ];
  return (
    <>
      <div role="cell" className={styles.itemCell}>
        <ShareItem share={share} isOwn={isOwn} owner={withOwner ? share.username : undefined} />
        <p className={styles.facts}>
          <ShareExpiry share={share} words={words} isSentence />
          {words.uses.map((use) => ` · ${use}`)}
        </p>
        <ShareNotice share={share} onPointToCurrentItem={() => actions.pointToCurrentItem(share)} />
      </div>
      <div role="cell" className={styles.buttons}>
        <MenuButton label={t('settings.shares.moreFor', { name })} items={items} />
      </div>
    </>
  );
}
