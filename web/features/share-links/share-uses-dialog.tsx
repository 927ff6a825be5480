import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shareUsesQuery } from '../../api/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { spelled } from '../../lib/name-parts.ts';
import type { DialogProps } from '../../state/dialog-spec.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SharesComing } from './shares-coming.tsx';
import { ShareUseRow } from './share-use-row.tsx';
import styles from './share-uses.module.css';

/** Uses of a share by visitors, newest first. */
export function ShareUsesDialog({ dialog: { share }, onClose }: DialogProps<'share-uses'>) {
  const { t } = useTranslation();
  const name = spelled(lastName(share.path)) || t('shell.myFiles');
  return (
    <Dialog
      title={t('shares.uses.title', { name })}
      size="wide"
      closesOnBackdrop
      onClose={onClose}
      onSubmit={onClose}
      buttons={
        <Button type="submit" data-focus-first>
          {t('common.close')}
        </Button>
      }
    >
      <Page hash={share.hash} />
    </Dialog>
  );
}

/** One page of uses, with a button for older ones. */
function Page({ hash, before }: { hash: string; before?: number }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(shareUsesQuery(hash, before));
  const [areOlderWanted, setOlderWanted] = useState(false);
  if (!data) {
    return <SharesComing failure={error} isBusy={isFetching} onRetry={() => void refetch()} />;
  }
  const { uses, more } = data;
  const last = uses.at(-1);
  if (before === undefined && uses.length === 0) return <Nothing />;
  return (
    <>
      <ul
        ref={before === undefined ? undefined : takeFocus}
        className={styles.uses}
        aria-label={t('shares.uses.list')}
        tabIndex={-1}
      >
        {uses.map((use) => (
          <ShareUseRow key={use.id} use={use} />
        ))}
      </ul>
      {more &&
        last &&
        (areOlderWanted ? (
          <Page hash={hash} before={last.id} />
        ) : (
          <Button onClick={() => setOlderWanted(true)}>{t('shares.uses.older')}</Button>
        ))}
    </>
  );
}

function Nothing() {
  const { t } = useTranslation();
  return (
    <div className={styles.nothing}>
      <p>{t('shares.uses.empty')}</p>
      <p className={styles.hint}>{t('shares.uses.emptyHint')}</p>
    </div>
  );
}

/** Moves the focus from the removed button to the new entries. */
function takeFocus(list: HTMLElement | null): void {
  list?.focus();
}

/** Returns '' for the home folder. */
function lastName(path: string): string {
  return path.split('/').findLast((name) => name !== '') ?? '';
}
