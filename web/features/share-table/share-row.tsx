import type { Share } from '#contract/shares.ts';
import { ChartNoAxesColumn, Copy, Trash2 } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { spelled } from '../../lib/name-parts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ShareExpiry } from './share-expiry.tsx';
import { ShareItem } from './share-item.tsx';
import { ShareNotice } from './share-notice.tsx';
import type { ShareRowProps } from './share-row-props.ts';
import styles from './share-rows.module.css';
import { sharedItem } from './shared-item.ts';
import type { ShareWords } from './use-share-words.ts';

/** Table row of a share on wide screens. */
export function ShareRow({ share, isOwn, withOwner, words, actions }: ShareRowProps) {
  const { t } = useTranslation();
  const name = spelled(sharedItem(t, share).name);
  return (
    <>
      <div role="cell" className={styles.itemCell}>
        <ShareItem share={share} isOwn={isOwn} />
        <ShareNotice share={share} onPointToCurrentItem={() => actions.pointToCurrentItem(share)} />
      </div>
      <div role="cell">
        <ShareExpiry share={share} words={words} />
      </div>
      {withOwner && (
        <div role="cell" className={styles.owner}>
          <bdi>{share.username}</bdi>
        </div>
      )}
      <div
        role="cell"
        className={styles.uses}
        data-never={share.lastUsed === undefined || undefined}
      >
        {words.uses.map((use) => (
          <p key={use}>{use}</p>
        ))}
      </div>
      <div role="cell" className={styles.lastUsed}>
        <LastUsed share={share} words={words} />
      </div>
      <div role="cell" className={styles.buttons}>
        <IconButton
          label={t('settings.shares.copyLinkTo', { name })}
          icon={Copy}
          onClick={() => actions.copy(share)}
        />
        <IconButton
          label={t('settings.shares.showUsesOf', { name })}
          icon={ChartNoAxesColumn}
          aria-haspopup="dialog"
          onClick={() => actions.showUses(share)}
        />
        <IconButton
          label={t('settings.shares.deleteLinkTo', { name })}
          icon={Trash2}
          aria-haspopup="dialog"
          onClick={() => actions.askDelete(share)}
        />
      </div>
    </>
  );
}

function LastUsed({ share: { lastUsed }, words }: { share: Share; words: ShareWords }) {
  if (lastUsed !== undefined) {
    return (
      <time dateTime={lastUsed} title={words.exactLastUse}>
        {words.lastUse}
      </time>
    );
  }
  return (
    <>
      <span aria-hidden>–</span>
      <VisuallyHidden>{words.uses}</VisuallyHidden>
    </>
  );
}
