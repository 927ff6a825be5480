import type { Share } from '#contract/shares.ts';
import { CircleCheck, Globe, Lock } from 'lucide-react';
import { useRef, useState } from 'react';
import { addressOfShare, adoptShare } from '../../api/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRequest } from '../../state/forms/use-request.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { type Copying, useCopying } from '../../ui/use-copying.ts';
import { Warning } from '../../ui/warning.tsx';
import { CopyLink } from './copy-link.tsx';
import { DeleteQuestion } from './delete-question.tsx';
import styles from './share-card.module.css';
import { ShareEditor } from './share-editor.tsx';
import { ShareFacts } from './share-facts.tsx';
import { ShareMenu } from './share-menu.tsx';
import type { KnownShares } from './use-known-shares.ts';
import type { CreatedShare } from './use-new-share.ts';

/** Share with its state and actions. */
export function ShareCard({
  share,
  isFirst,
  made,
  known,
  announce,
  onDeleted,
}: {
  share: Share;
  isFirst: boolean;
  /** Present for a new share. */
  made: CreatedShare | undefined;
  known: KnownShares;
  /** Announces a text to screen readers. */
  announce(text: string): void;
  onDeleted(): void;
}) {
  const { t } = useTranslation();
  const card = useRef<HTMLLIElement>(null);
  // Part that is open below the address; `code` is the QR code.
  const [opened, setOpened] = useState<'code' | 'deletion' | 'editor'>();
  const textOf = (end: Copying['end']) =>
    end === 'copied' ? t('shares.copied') : t(`common.copying.${end}`);
  const copying = useCopying((end) => announce(textOf(end)));
  const [password, setPassword] = useState(made?.password);
  const toggle = (part: 'code' | 'editor') => setOpened(opened === part ? undefined : part);
  const closePart = () => {
    setOpened(undefined);
    // The button that had the focus is gone; focuses the one whose menu opened it.
    focusMenuButton();
  };
  const focusMenuButton = () =>
    card.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
  const { hash } = share;
  const focus = made ? 'now' : isFirst ? 'first' : undefined;
  const address = addressOfShare(hash);

  return (
    <li ref={card} className={styles.card} aria-label={t('shares.linkOf', { hash })}>
      {made && (
        <p className={styles.made}>
          <CircleCheck size={16} aria-hidden />
          {t(made.isCopied ? 'shares.madeAndCopied' : 'shares.made')}
        </p>
      )}
      <div className={styles.head}>
        <span className={styles.mark}>
          {share.hasPassword ? <Lock size={18} aria-hidden /> : <Globe size={18} aria-hidden />}
        </span>
        <div className={styles.access}>
          <p>{t('shares.anyone')}</p>
          <ShareFacts share={share} />
        </div>
      </div>
      <div className={styles.line}>
        <a className={styles.link} href={address} target="_blank" rel="noopener" title={address}>
          <bdi dir="ltr">{address.slice(address.indexOf('//') + 2, -hash.length)}</bdi>
          <bdi dir="ltr">{hash}</bdi>
        </a>
        <div className={styles.buttons}>
          <CopyLink
            address={address}
            copying={copying}
            focus={focus}
            // The button that saves is the primary one while the share is edited.
            isPrimary={focus !== undefined && opened !== 'editor'}
          />
          <ShareMenu
            share={share}
            copying={copying}
            // Navigating away from a new share would lose its password.
            mayLeave={!made}
            isCodeShown={opened === 'code'}
            onCode={() => toggle('code')}
            onEdit={() => toggle('editor')}
            onDelete={() => setOpened('deletion')}
          />
        </div>
      </div>
      {password !== undefined && <NewPassword password={password} />}
      {opened === 'editor' && (
        <ShareEditor
          share={share}
          onCancel={closePart}
          onChanged={(changed, set) => {
            known.replace(changed);
            setPassword(set);
            setOpened(undefined);
            announce(t('shares.changed'));
            focusMenuButton();
          }}
        />
      )}
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
        <DeleteQuestion share={share} known={known} onKeep={closePart} onDeleted={onDeleted} />
      )}
    </li>
  );
}

/** Selected address for copying by hand, if the browser cannot copy. */
function CopyByHand({ reason, address }: { reason: string; address: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.byHand}>
      <p className={styles.warning}>{reason}</p>
      <input
        className={styles.address}
        aria-label={t('shares.copyYourself')}
        value={address}
        dir="ltr"
        readOnly
        autoFocus
        onFocus={({ target }) => target.select()}
      />
    </div>
  );
}

/** Password of a new share, shown once because the server does not store it. */
function NewPassword({ password }: { password: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.password}>
      <p className={styles.passwordLine}>
        <span>{t('shares.passwordOf')}</span>
        <code>
          <bdi>{password}</bdi>
        </code>
        <CopyButton label={t('shares.copyPassword')} text={password} />
      </p>
      <p className={styles.hint}>{t('shares.passwordLost')}</p>
    </div>
  );
}

/** Explains why a share does not work, and offers the remedy. Renders nothing while it works. */
function ShareStateNotice({ share, known }: { share: Share; known: KnownShares }) {
  const { t } = useTranslation();
  const { isBusy, failure, send } = useRequest(async () =>
    known.replace(await adoptShare(share.hash)),
  );
  if (share.state === 'live') return null;
  return (
    <div className={styles.state}>
      <Warning>{t(`shares.states.${share.state}`)}</Warning>
      {share.state === 'replaced' && (
        <Button busy={isBusy} onClick={() => send()}>
          {share.isDir ? t('shares.adoptFolder') : t('shares.adopt')}
        </Button>
      )}
      {failure !== undefined && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}
