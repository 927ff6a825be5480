import type { Entry, FileInfo } from '#contract/files.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { createElement, lazy, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ActionContext, Transfers, UserAction } from '../../actions/action.ts';
import { useBackToFolder } from '../../actions/use-back-to-folder.ts';
import { fileActionsFor } from '../../actions/file-actions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isRightToLeft } from '../../lib/direction.ts';
import { useSwipe } from '../../lib/gestures/use-swipe.ts';
import { isolate } from '../../lib/isolate.ts';
import { isForSelectedText, useKeys } from '../../lib/keyboard.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { isLeaving } from '../../state/leaving.ts';
import { enterFullScreen } from '../../state/full-screen.ts';
import { pendingChanges, shownPath } from '../../state/pending-changes.ts';
import { stateOfStep } from '../../state/slideshow-navigation.ts';
import { useUser } from '../../state/use-session.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { announce } from '../../ui/live-region.tsx';
import { type Neighbours, neighboursOf } from './neighbours.ts';
import { PreviewBar } from './preview-bar.tsx';
import styles from './preview.module.css';
import { stepsAhead } from './steps-ahead.ts';
import { type FilmstripSwitch, useFilmstrip } from './use-filmstrip.ts';
import { useNeighbours } from './use-neighbours.ts';
import { useResting } from './use-resting.ts';
import { type Slideshow, useSlideshow } from '../../lib/pictures/use-slideshow.ts';
import { type Showing, useShowing } from './use-showing.ts';
import { FactsViewer } from './viewers/facts-viewer.tsx';
import type { ViewerProps } from './viewers/viewer.ts';
import { shrinkIntoTile } from './viewers/image/shrink-into-tile.ts';
import { viewerOf } from './viewers/viewer-of.ts';
import { Waiting } from './waiting.tsx';

let Filmstrip = lateFilmstrip();

/** Returns the filmstrip, whose code loads when it is first shown. After a failure, only a new one loads again. */
function lateFilmstrip() {
  return lazy(async () => ({ default: (await import('./filmstrip.tsx')).Filmstrip }));
}

/** Full-window preview of a file, with navigation to its neighbours. */
export function PreviewScreen({ file, transfers }: { file: FileInfo; transfers: Transfers }) {
  useLayoutEffect(enterFullScreen, []);
  const screen = useRef<HTMLDivElement>(null);
  const mayDownload = useUser()?.perm.download ?? false;
  const back = useBackToFolder();
  const leave = () => {
    shrinkIntoTile(screen.current);
    back(file);
  };
  const { go, step } = useSteps(file, useGoTo());
  const { neighbours, files } = useNeighbours(file, {
    onRenamed: go,
    onGone: ({ next, previous }) => {
      // The page may be on its way to where the file was moved.
      if (isLeaving()) return;
      if (next === undefined) back({ path: previous ?? file.path });
      else go(next);
    },
  });
  const { previous, next } = neighbours;
  const series = useMemo(() => files.filter(({ type }) => type === file.type), [files, file.type]);
  const showing = useShowing(file);
  const [readyTurn, setReadyTurn] = useState('');
  const slideshow = useSlideshow(file, {
    series,
    isReady: readyTurn === showing.turn || showing.obstacle !== undefined,
    onGo: (path) => go(path, { bySlideshow: true }),
  });
  const filmstrip = useFilmstrip(slideshow.isPossible && showing.obstacle === undefined);
  const toPrevious = () => step(files, 'previous');
  const toNext = () => step(files, 'next');

  const { context, actions } = fileActionsFor(file, transfers);
  usePreviewKeys({ actions, context, slideshow, filmstrip, toPrevious, toNext, leave });
  const isImmersive = showing.kind.isImmersive === true && showing.obstacle === undefined;
  const isResting = useResting(screen, isImmersive);
  useAnnouncement(file, neighbours, slideshow.isPlaying);
  usePreload(next, previous, mayDownload);

  return (
    <div
      ref={screen}
      className={styles.screen}
      data-theme="dark"
      data-immersive={isImmersive || undefined}
      data-resting={isResting || undefined}
      data-strip={filmstrip.isShown || undefined}
    >
      <PreviewBar
        {...{ file, neighbours, slideshow, filmstrip, actions, context }}
        onLeave={leave}
      />
      <EdgeButton side="previous" entry={previous} onGo={toPrevious} />
      <div className={styles.stage} data-retry-area {...useSwipe({ toPrevious, toNext })}>
        <Stage
          key={showing.turn}
          {...{ file, showing, series }}
          onGo={go}
          onReady={() => setReadyTurn(showing.turn)}
        />
      </div>
      <EdgeButton side="next" entry={next} onGo={toNext} />
      {filmstrip.isShown && (
        <LatePart
          onFailure={() => {
            Filmstrip = lateFilmstrip();
            filmstrip.close();
          }}
        >
          <Filmstrip series={series} path={file.path} onGo={go} />
        </LatePart>
      )}
    </div>
  );
}

/**
 * Returns a function that replaces the current file, so that going back leads to the page where the first one was
 * opened.
 */
function useGoTo(): GoTo {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (path, { bySlideshow = false } = {}) =>
    void navigate(filesAddress(path), {
      replace: true,
      state: stateOfStep(state, { bySlideshow }),
    });
}

type GoTo = (path: string, options?: { readonly bySlideshow?: boolean }) => void;

/** Delay of the announcement, by which the number of files is usually known. */
const UNTIL_COUNTED_MS = 300;

/** Announces the file, except in a slideshow, where an announcement every few seconds would disturb. */
function useAnnouncement(
  { name }: Entry,
  { position, count }: Neighbours,
  isInSlideshow: boolean,
): void {
  const { t } = useTranslation();
  const text =
    position === undefined ? isolate(name) : t('preview.announced', { name, position, count });
  useEffect(() => {
    if (isInSlideshow) return undefined;
    const timer = setTimeout(() => announce(text), UNTIL_COUNTED_MS);
    return () => clearTimeout(timer);
  }, [text, isInSlideshow]);
}

/** Button that opens a neighbour; nothing without one. */
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

/** Viewer of a file, or its properties with the reason why it cannot be displayed. */
function Stage({
  file,
  showing: { kind, obstacle, retry, onUnshowable },
  ...rest
}: Pick<ViewerProps, 'file' | 'series' | 'onGo' | 'onReady'> & { showing: Showing }) {
  const { t } = useTranslation();
  const viewer = useMemo(() => lazy(async () => ({ default: await kind.load() })), [kind]);
  if (obstacle !== undefined) return <FactsViewer file={file} note={obstacle} onRetry={retry} />;
  return (
    <LatePart
      onFailure={() => onUnshowable(t('preview.notLoaded'), 'try-again')}
      whileLoading={<Waiting />}
    >
      {createElement(viewer, { file, onUnshowable, ...rest })}
    </LatePart>
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
  readonly slideshow: Slideshow;
  readonly filmstrip: FilmstripSwitch;
  toPrevious(): void;
  toNext(): void;
  leave(): void;
}

/** Handles the keys of the preview that its viewer has not handled. */
function usePreviewKeys(keys: PreviewKeys): void {
  useKeys('page', (event, pressed) => {
    if (isForSelectedText(event)) return false;
    const action = actionOf(pressed, keys);
    action?.();
    return action !== undefined;
  });
}

/** Returns the action of a pressed key; undefined for a key without one. */
function actionOf(pressed: string, keys: PreviewKeys): (() => void) | undefined {
  const { slideshow, filmstrip } = keys;
  if (pressed === 'Escape') return slideshow.isPlaying ? slideshow.stop : keys.leave;
  if (pressed === 'S' && slideshow.isPossible) return slideshow.toggle;
  if (pressed === 'T' && filmstrip.isPossible) return filmstrip.toggle;
  if (pressed === 'ArrowLeft' || pressed === 'ArrowRight') {
    return (pressed === 'ArrowRight') === isRightToLeft() ? keys.toPrevious : keys.toNext;
  }
  const action = keys.actions.find(({ shortcut }) => shortcut === pressed);
  return action && (() => action.run(keys.context));
}

interface Steps {
  /** Opens a file and drops the pending steps. */
  go: GoTo;
  /** Opens the neighbour of the file at which the pending steps end. */
  step(files: readonly Entry[], to: 'previous' | 'next'): void;
}

/**
 * Returns functions that open other files. A step continues from the file to which earlier steps lead, so that no key press is lost while
 * a file loads.
 */
function useSteps({ path }: Pick<Entry, 'path'>, show: GoTo): Steps {
  const ahead = useRef<readonly string[]>([path]);
  useEffect(() => {
    ahead.current = stepsAhead(ahead.current, path);
  }, [path]);
  const go: GoTo = (to, options) => {
    ahead.current = [to];
    show(to, options);
  };
  const step: Steps['step'] = (files, to) => {
    const last = ahead.current.at(-1) ?? path;
    // The listing shows a file that is being renamed under its new name.
    const from = shownPath(last, pendingChanges.getState().changes) ?? last;
    const entry = neighboursOf(files, from)[to];
    if (!entry) return;
    ahead.current = [...ahead.current, entry.path];
    show(entry.path);
  };
  return { go, step };
}
