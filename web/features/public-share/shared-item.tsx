import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { comeBack } from './come-back.ts';
import { FileCard } from './file-card.tsx';
import { FolderView } from './folder/folder-view.tsx';
import { followAddress, walkTo } from './follow-address.ts';
import type { LinkPlace } from './link-address.ts';
import { LoadingCard } from './loading-card.tsx';
import { ObstacleCard } from './obstacle-card.tsx';
import { PageFrame } from './page-frame.tsx';
import { PasswordCard, PasswordDialog } from './password-form.tsx';
import { isFolder } from './shared-facts.ts';
import { usePageTitle } from './use-page-title.ts';
import { startVisit, type Visit, type VisitState } from './visit.ts';

/** What a link leads to, from the first look at it. */
export function SharedItem({ first }: { first: LinkPlace }) {
  const [visit] = useState(() => startVisit(first));
  const state = useStore(visit.store);
  useEffect(() => {
    const stops = [followAddress(visit), comeBack(visit)];
    void visit.reload();
    return () => {
      for (const stop of stops) stop();
    };
  }, [visit]);
  usePageTitle(state);

  return (
    <PageFrame isBusy={state.isLoading}>
      <Stage visit={visit} state={state} />
    </PageFrame>
  );
}

/** One thing at a time: what is in the way, else what is shown, else that it is on its way. */
function Stage({ visit, state }: { visit: Visit; state: VisitState }) {
  const { obstacle, shown, isLoading, place } = state;
  if (obstacle?.kind === 'password') {
    // What was shown stays as it is, selection and all, behind the question.
    return shown ? (
      <>
        <ShownItem visit={visit} state={state} />
        <PasswordDialog visit={visit} asked={obstacle} />
      </>
    ) : (
      <PasswordCard visit={visit} asked={obstacle} />
    );
  }
  if (obstacle) {
    const isBelow = place.path !== '/';
    return (
      <ObstacleCard
        obstacle={obstacle}
        isBelow={isBelow}
        isBusy={isLoading}
        onRetry={() => void visit.reload()}
        onStart={() => walkTo(visit, '/')}
      />
    );
  }
  return shown ? <ShownItem visit={visit} state={state} /> : <LoadingCard />;
}

function ShownItem({ visit, state: { shown, token } }: { visit: Visit; state: VisitState }) {
  const hash = shown?.place.hash ?? '';
  const link = useMemo(
    () => ({ hash, token, onRefused: () => void visit.reload() }),
    [hash, token, visit],
  );
  if (!shown) return null;
  const { resource, place } = shown;
  const walk = (path: string) => walkTo(visit, path);
  return isFolder(resource) ? (
    <FolderView key={place.path} link={link} path={place.path} folder={resource} onWalk={walk} />
  ) : (
    <FileCard key={place.path} link={link} file={resource} onWalk={walk} />
  );
}
