import type { Entry, FileInfo } from '#contract/files.ts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Transfers } from '../../actions/action.ts';
import { useBackToFolder } from '../../actions/use-back-to-folder.ts';
import { verbsFor } from '../../actions/verbs-for-file.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { isolate } from '../../lib/isolate.ts';
import { enterFullScreen } from '../../state/full-screen.ts';
import { useUser } from '../../state/use-session.ts';
import { announce } from '../../ui/live-region.tsx';
import { EdgeButton } from './edge-button.tsx';
import { PreviewBar } from './preview-bar.tsx';
import styles from './preview.module.css';
import { Stage } from './stage.tsx';
import { useResting } from './use-resting.ts';
import { useNeighbours } from './use-neighbours.ts';
import { usePreload } from './use-preload.ts';
import { usePreviewKeys } from './use-preview-keys.ts';
import { useShowing } from './use-showing.ts';
import { useSteps } from './use-steps.ts';
import { useSwipe } from '../../lib/gestures/use-swipe.ts';

/** One file, filling the window, and the ways to those beside it. */
export function PreviewScreen({ file, transfers }: { file: FileInfo; transfers: Transfers }) {
  useLayoutEffect(enterFullScreen, []);
  const screen = useRef<HTMLDivElement>(null);
  const mayDownload = useUser()?.perm.download ?? false;
  const back = useBackToFolder();
  const leave = () => back(file);
  const { go, step } = useSteps(file, useGoTo());
  const { neighbours, files } = useNeighbours(file, {
    onRenamed: go,
    onGone: ({ next, previous }) =>
      next === undefined ? back({ path: previous ?? file.path }) : go(next),
  });
  const { previous, next } = neighbours;
  const toPrevious = () => step(files, 'previous');
  const toNext = () => step(files, 'next');

  const { context, actions } = verbsFor(file, transfers);
  usePreviewKeys({ actions, context, toPrevious, toNext, leave });
  const showing = useShowing(file);
  const isImmersive = showing.kind.isImmersive === true && showing.obstacle === undefined;
  const isResting = useResting(screen, isImmersive);
  useAnnouncement(file, neighbours.position, neighbours.count);
  usePreload(next, previous, mayDownload);

  return (
    <div
      ref={screen}
      className={styles.screen}
      data-theme="dark"
      data-immersive={isImmersive || undefined}
      data-resting={isResting || undefined}
    >
      <PreviewBar {...{ file, neighbours, actions, context }} onLeave={leave} />
      <EdgeButton side="previous" entry={previous} onGo={toPrevious} />
      <div className={styles.stage} {...useSwipe({ toPrevious, toNext })}>
        <Stage
          key={showing.turn}
          file={file}
          showing={showing}
          onFinished={() => next && isPlayed(next) && go(next.path)}
        />
      </div>
      <EdgeButton side="next" entry={next} onGo={toNext} />
    </div>
  );
}

function isPlayed({ type }: Entry): boolean {
  return type === 'audio' || type === 'video';
}

/** Takes the place of the present file, so that going back leads to where the first one was opened. */
function useGoTo(): (path: string) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (path) => void navigate(filesAddress(path), { replace: true, state });
}

/** How many files there are is mostly known this soon, and the name need not be said twice. */
const UNTIL_COUNTED_MS = 300;

function useAnnouncement({ name }: Entry, position: number | undefined, count: number): void {
  const { t } = useTranslation();
  const text =
    position === undefined ? isolate(name) : t('preview.announced', { name, position, count });
  useEffect(() => {
    const timer = setTimeout(() => announce(text), UNTIL_COUNTED_MS);
    return () => clearTimeout(timer);
  }, [text]);
}
