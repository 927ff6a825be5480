import type { Share } from '#contract/shares.ts';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ShareCard } from './share-card.tsx';
import styles from './share-card.module.css';
import { withNewestFirst } from './sort-shares.ts';
import type { KnownShares } from './use-known-shares.ts';
import type { CreatedShare } from './use-new-share.ts';

/** All shares of the item, with a new one at the top. */
export function ShareList({
  shares,
  made,
  known,
  onDeleted,
}: {
  shares: readonly Share[];
  made: CreatedShare | undefined;
  known: KnownShares;
  onDeleted(): void;
}) {
  const { t } = useTranslation();
  const [status, setStatus] = useState({ text: '', turn: 0 });
  const announce = (text: string) => setStatus(({ turn }) => ({ text, turn: turn + 1 }));
  return (
    <>
      <ul className={styles.list} aria-label={t('shares.links')}>
        {withNewestFirst(shares, made?.hash).map((share, index) => (
          <ShareCard
            key={share.hash}
            share={share}
            isFirst={index === 0}
            made={made?.hash === share.hash ? made : undefined}
            known={known}
            announce={announce}
            onDeleted={() => {
              announce(t('shares.deleted'));
              onDeleted();
            }}
          />
        ))}
      </ul>
      {/*
       * Screen readers ignore content outside an open dialog, so it has its own live region. The key repeats equal
       * texts.
       */}
      <VisuallyHidden>
        <span role="status">
          <span key={status.turn}>{status.text}</span>
        </span>
      </VisuallyHidden>
    </>
  );
}
