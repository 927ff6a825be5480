import type { Entry, FileInfo } from '#contract/files.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { createElement, lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ActionContext, Transfers, UserAction } from '../../actions/action.ts';
import { useBackToFolder } from '../../actions/use-back-to-folder.ts';
import { verbsFor } from '../../actions/verbs-for-file.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isRightToLeft } from '../../lib/direction.ts';
import { useSwipe } from '../../lib/gestures/use-swipe.ts';
import { isolate } from '../../lib/isolate.ts';
import { isForSelectedText, useKeys } from '../../lib/keyboard.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { enterFullScreen } from '../../state/full-screen.ts';
import { useUser } from '../../state/use-session.ts';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';
import { announce } from '../../ui/live-region.tsx';
import { PreviewBar } from './preview-bar.tsx';
import styles from './preview.module.css';
import { useNeighbours } from './use-neighbours.ts';
import { useResting } from './use-resting.ts';
import { type Showing, useShowing } from './use-showing.ts';
import { useSteps } from './use-steps.ts';
import { FactsViewer } from './viewers/facts-viewer.tsx';
import { viewerOf } from './viewers/viewer-of.ts';
import { Waiting } from './waiting.tsx';

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

/** Goes to a neighbour; nothing where there is none. */
function EdgeButton({
  side,
  entry,
  onGo,
}: {
  side: 'previous' | 'next';
  entry: Entry | undefined;
  onGo(): void;
}) {
  const { t } = useTranslation();
  const Icon = side === 'previous' ? ChevronLeft : ChevronRight;
  return (
    <div className={styles.edge} data-side={side} data-chrome>
      {entry && (
        <button
          type="button"
          className={styles.edgeButton}
          aria-label={t(`preview.${side}`, { name: entry.name })}
          onClick={onGo}
        >
          <Icon size={28} strokeWidth={1.75} aria-hidden />
        </button>
      )}
    </div>
  );
}

/** A file in the way of its kind; where that cannot be, its facts and a word why. */
function Stage({
  file,
  showing: { kind, obstacle, retry, onUnshowable },
  onFinished,
}: {
  file: FileInfo;
  showing: Showing;
  onFinished(): void;
}) {
  const { t } = useTranslation();
  const viewer = useMemo(() => lazy(async () => ({ default: await kind.load() })), [kind]);
  if (obstacle !== undefined) return <FactsViewer file={file} note={obstacle} onRetry={retry} />;
  return (
    <FailureBoundary onFailure={() => onUnshowable(t('preview.notLoaded'), 'try-again')}>
      <Suspense fallback={<Waiting />}>
        {createElement(viewer, { file, onUnshowable, onFinished })}
      </Suspense>
    </FailureBoundary>
  );
}

/** Delay that lets the current file load first. */
const AFTER_MS = 300;

/** Preloads the neighbouring files, the next one first. */
function usePreload(
  next: Entry | undefined,
  previous: Entry | undefined,
  mayDownload: boolean,
): void {
  useEffect(() => {
    if (!mayDownload) return undefined;
    const timer = window.setTimeout(() => {
      for (const entry of [next, previous]) if (entry) preload(entry);
    }, AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [next, previous, mayDownload]);
}

function preload(entry: Entry): void {
  const kind = viewerOf(entry);
  // A failed load is repeated when the file is opened.
  kind.load().catch(() => {});
  kind.preload?.(entry);
}

interface PreviewKeys {
  readonly actions: readonly UserAction[];
  readonly context: ActionContext;
  toPrevious(): void;
  toNext(): void;
  leave(): void;
}

/** Handles the keys of the preview that its viewer has not handled. */
function usePreviewKeys(keys: PreviewKeys): void {
  useKeys('page', (event, pressed) => {
    if (isForSelectedText(event)) return false;
    const action = meaningOf(event, pressed, keys);
    action?.();
    return action !== undefined;
  });
}

function meaningOf(
  event: KeyboardEvent,
  pressed: string,
  keys: PreviewKeys,
): (() => void) | undefined {
  if (pressed === 'Escape') return keys.leave;
  if (pressed === 'ArrowLeft' || pressed === 'ArrowRight') {
    // A focused player seeks with them.
    if (event.target instanceof HTMLMediaElement) return undefined;
    return (pressed === 'ArrowRight') === isRightToLeft() ? keys.toPrevious : keys.toNext;
  }
  const action = keys.actions.find(({ shortcut }) => shortcut === pressed);
  return action && (() => action.run(keys.context));
}
