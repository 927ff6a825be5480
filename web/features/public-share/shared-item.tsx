import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { comeBack } from './come-back.ts';
import { FileCard } from './file-card.tsx';
import { FolderView } from './folder/folder-view.tsx';
import { followAddress, walkTo } from './follow-address.ts';
import type { ShareLocation } from './link-address.ts';
import { LoadingCard } from './loading-card.tsx';
import { ObstacleCard } from './obstacle-card.tsx';
import { PageFrame } from './page-frame.tsx';
import { PasswordCard, PasswordDialog } from './password-form.tsx';
import { isFolder } from './shared-facts.ts';
import { usePageTitle } from './use-page-title.ts';
import { startShareSession, type ShareSession, type ShareSessionState } from './share-session.ts';

/** Loads and shows a share. */
export function SharedItem({ first }: { first: ShareLocation }) {
  const [shareSession] = useState(() => startShareSession(first));
  const state = useStore(shareSession.store);
  useEffect(() => {
    const stops = [followAddress(shareSession), comeBack(shareSession)];
    void shareSession.reload();
    return () => {
      for (const stop of stops) stop();
    };
  }, [shareSession]);
  usePageTitle(state);

  return (
    <PageFrame isBusy={state.isLoading}>
      <Stage shareSession={shareSession} state={state} />
    </PageFrame>
  );
}

/** Shows the obstacle, the item, or the loading state, in this order. */
function Stage({ shareSession, state }: { shareSession: ShareSession; state: ShareSessionState }) {
  const { obstacle, shown, isLoading, place } = state;
  if (obstacle?.kind === 'password') {
    // The item and its selection stay behind the password dialog.
    return shown ? (
      <>
        <ShownItem shareSession={shareSession} state={state} />
        <PasswordDialog shareSession={shareSession} asked={obstacle} />
      </>
    ) : (
      <PasswordCard shareSession={shareSession} asked={obstacle} />
    );
  }
  if (obstacle) {
    const isBelow = place.path !== '/';
    return (
      <ObstacleCard
        obstacle={obstacle}
        isBelow={isBelow}
        isBusy={isLoading}
        onRetry={() => void shareSession.reload()}
        onStart={() => walkTo(shareSession, '/')}
      />
    );
  }
  return shown ? <ShownItem shareSession={shareSession} state={state} /> : <LoadingCard />;
}

function ShownItem({
  shareSession,
  state: { shown, token },
}: {
  shareSession: ShareSession;
  state: ShareSessionState;
}) {
  const hash = shown?.place.hash ?? '';
  const link = useMemo(
    () => ({ hash, token, onRefused: () => void shareSession.reload() }),
    [hash, token, shareSession],
  );
  if (!shown) return null;
  const { resource, place } = shown;
  const walk = (path: string) => walkTo(shareSession, path);
  return isFolder(resource) ? (
    <FolderView key={place.path} link={link} path={place.path} folder={resource} onWalk={walk} />
  ) : (
    <FileCard key={place.path} link={link} file={resource} onWalk={walk} />
  );
}
