import { Copy, Trash2 } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { spelled } from '../../lib/name-parts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ShareExpiry } from './share-expiry.tsx';
import { ShareItem } from './share-item.tsx';
import { ShareNotice } from './share-notice.tsx';
import type { ShareRowProps } from './share-row-props.ts';
import styles from './share-rows.module.css';
import { sharedItem } from './shared-item.ts';

/** Table row of a share on wide screens. */
export function ShareRow({ share, isOwn, withOwner, words, verbs }: ShareRowProps) {
  const { t } = useTranslation();
  const name = spelled(sharedItem(t, share).name);
  return (
    <>
      <div role="cell" className={styles.itemCell}>
        <ShareItem share={share} isOwn={isOwn} />
        <ShareNotice share={share} onAdopt={() => verbs.adopt(share)} />
      </div>
      <div role="cell">
        <ShareExpiry share={share} words={words} />
      </div>
      {withOwner && (
        <div role="cell" className={styles.owner}>
          <bdi>{share.username}</bdi>
        </div>
      )}
      <div role="cell">
        <button
          type="button"
          className={styles.uses}
          aria-label={t('settings.shares.usesOf', { uses: words.uses, name })}
          aria-haspopup="dialog"
          onClick={() => verbs.showUses(share)}
        >
          <span className={styles.line}>{words.uses}</span>
          {words.lastUsed !== '' && <span className={styles.small}>{words.lastUsed}</span>}
        </button>
      </div>
      <div role="cell" className={styles.buttons}>
        <IconButton
          label={t('settings.shares.copyLinkTo', { name })}
          icon={Copy}
          onClick={() => verbs.copy(share)}
        />
        <IconButton
          label={t('settings.shares.deleteLinkTo', { name })}
          icon={Trash2}
          aria-haspopup="dialog"
          onClick={() => verbs.askDelete(share)}
        />
      </div>
    </>
  );
}
