import type { Share } from '#contract/shares.ts';
import { useRef, useState } from 'react';
import { addressOfShare } from '../../api/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { CopyByHand } from './copy-by-hand.tsx';
import { DeleteQuestion } from './delete-question.tsx';
import { MadePassword } from './made-password.tsx';
import { ShareButtons } from './share-buttons.tsx';
import styles from './share-card.module.css';
import { ShareFacts } from './share-facts.tsx';
import { ShareStateNotice } from './share-state-notice.tsx';
import { type Copying, useCopying } from './use-copying.ts';
import type { KnownShares } from './use-known-shares.ts';
import type { MadeShare } from './use-making.ts';

/** One link: what it is, how it does, and what can be done with it. */
export function ShareCard({
  share,
  isFirst,
  made,
  known,
  tell,
  onDeleted,
}: {
  share: Share;
  isFirst: boolean;
  /** When it has just been made. */
  made: MadeShare | undefined;
  known: KnownShares;
  /** Says it to those who do not see it. */
  tell(text: string): void;
  onDeleted(): void;
}) {
  const { t } = useTranslation();
  const card = useRef<HTMLLIElement>(null);
  const [opened, setOpened] = useState<'code' | 'deletion'>();
  const textOf = (end: Copying['end']) =>
    end === 'copied' ? t('shares.copied') : t(`common.copying.${end}`);
  const copying = useCopying((end) => tell(textOf(end)));
  const keep = () => {
    setOpened(undefined);
    // The button that said so is gone; the one that asked is next to it.
    card.current?.querySelector<HTMLElement>('[data-part="delete"]')?.focus();
  };
  const { hash } = share;
  const address = addressOfShare(hash);

  return (
    <li ref={card} className={styles.card} aria-label={t('shares.linkOf', { hash })}>
      {made && <p className={styles.made}>{t('shares.made')}</p>}
      <div className={styles.head}>
        <a className={styles.hash} href={address} target="_blank" rel="noopener" title={address}>
          <bdi>{hash}</bdi>
        </a>
        <ShareButtons
          share={share}
          copying={copying}
          focus={made ? 'now' : isFirst ? 'first' : undefined}
          isCodeShown={opened === 'code'}
          onCode={() => setOpened(opened === 'code' ? undefined : 'code')}
          onDelete={() => setOpened('deletion')}
        />
      </div>
      <ShareFacts share={share} />
      {made?.password !== undefined && <MadePassword password={made.password} />}
      <ShareStateNotice share={share} known={known} />
      {copying.failed && (
        <CopyByHand reason={textOf(copying.failed.end)} address={copying.failed.text} />
      )}
      {opened === 'code' && (
        <div className={styles.code}>
          <QrCode text={address} label={t('shares.code', { hash })} size={200} />
        </div>
      )}
      {opened === 'deletion' && (
        <DeleteQuestion share={share} known={known} onKeep={keep} onDeleted={onDeleted} />
      )}
    </li>
  );
}
