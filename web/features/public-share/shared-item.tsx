import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { productName } from '../../api/page-config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isolate } from '../../lib/isolate.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAnnounceLoading } from '../../ui/use-announce-loading.ts';
import card from './card.module.css';
import { retryConnection } from './retry-connection.ts';
import { FileCard } from './file-card.tsx';
import { FolderView } from './folder/folder-view.tsx';
import { followAddress, openPath } from './follow-address.ts';
import type { ShareLocation } from './share-address.ts';
import { ObstacleCard } from './obstacle-card.tsx';
import { PageFrame } from './page-frame.tsx';
import { PasswordCard, PasswordDialog } from './password-form.tsx';
import {
  type ShareSessionState,
  type ShareSession,
  type Shown,
  startShareSession,
} from './share-session.ts';
import { isFolder } from './shared-facts.ts';
import styles from './shared-item.module.css';
import { useTypeface } from './use-typeface.ts';

/** Loads and shows a share. */
export function SharedItem({ first }: { first: ShareLocation }) {
  const [shareSession] = useState(() => startShareSession(first));
  const state = useStore(shareSession.store);
  useEffect(() => {
    const stops = [followAddress(shareSession), retryConnection(shareSession)];
    void shareSession.reload();
    return () => {
      for (const stop of stops) stop();
    };
  }, [shareSession]);
  usePageTitle(state);
  useTypeface(state);

  return (
    <PageFrame isBusy={state.isLoading}>
      <Stage shareSession={shareSession} state={state} />
    </PageFrame>
  );
}

/** Shows the obstacle, the item, or the loading state, in this order. */
function Stage({ shareSession, state }: { shareSession: ShareSession; state: ShareSessionState }) {
  const { obstacle, shown, isLoading, location } = state;
  if (obstacle?.kind === 'password') {
    // The item and its selection stay behind the password dialog.
    return shown ? (
      <>
        <ShownItem shareSession={shareSession} shown={shown} />
        <PasswordDialog shareSession={shareSession} asked={obstacle} />
      </>
    ) : (
      <PasswordCard shareSession={shareSession} asked={obstacle} />
    );
  }
  if (obstacle) {
    const isBelow = location.path !== '/';
    return (
      <ObstacleCard
        obstacle={obstacle}
        isBelow={isBelow}
        isBusy={isLoading}
        onRetry={() => void shareSession.reload()}
        onStart={() => openPath(shareSession, '/')}
      />
    );
  }
  return shown ? <ShownItem shareSession={shareSession} shown={shown} /> : <LoadingCard />;
}

function ShownItem({
  shareSession,
  shown: { resource, location },
}: {
  shareSession: ShareSession;
  shown: Shown;
}) {
  const { hash } = location;
  // Also after the token has expired, until the password has been entered again.
  const { token } = resource;
  const share = useMemo(
    () => ({ hash, token, onRefused: () => void shareSession.reload() }),
    [hash, token, shareSession],
  );
  const open = (path: string) => openPath(shareSession, path);
  return isFolder(resource) ? (
    <FolderView
      key={location.path}
      share={share}
      path={location.path}
      folder={resource}
      onNavigate={open}
    />
  ) : (
    <FileCard key={location.path} share={share} file={resource} onNavigate={open} />
  );
}

/** Placeholder of the item. It appears after a delay, because most responses are faster. */
function LoadingCard() {
  const { t } = useTranslation();
  useAnnounceLoading();
  return (
    <div className={`${card.card} ${styles.late}`} role="status" aria-label={t('common.loading')}>
      <span className={styles.picture} />
      <span className={styles.lines}>
        <Skeleton width="60%" />
        <Skeleton width="35%" />
      </span>
      <span className={styles.button} />
    </div>
  );
}

/** Sets the document title to the name of the item, unless a password or an error is shown. */
function usePageTitle({ shown, obstacle }: ShareSessionState): void {
  const name = obstacle === undefined ? shown?.resource.name : undefined;
  const isWaiting = obstacle === undefined && shown === undefined;
  useEffect(() => {
    // Keeps the title rendered by the server until the first response.
    if (isWaiting) return;
    document.title =
      name === undefined || name === ''
        ? productName()
        : `${isolate(name)} – ${isolate(productName())}`;
  }, [name, isWaiting]);
}
