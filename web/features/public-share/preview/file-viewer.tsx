import type { Entry } from '#contract/files.ts';
import { sharePageUrl } from '#contract/shares.ts';
import { ChevronLeft, ChevronRight, Download, ExternalLink, X } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { callAddress } from '../../../api/http.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isRightToLeft } from '../../../lib/direction.ts';
import { useSwipe } from '../../../lib/gestures/use-swipe.ts';
import { usePinchZoom } from '../../../lib/gestures/use-pinch-zoom.ts';
import { useKeys } from '../../../lib/keyboard.ts';
import { type Slideshow, useSlideshow } from '../../../lib/pictures/use-slideshow.ts';
import { isolate } from '../../../lib/isolate.ts';
import { EntryName } from '../../../ui/entry-name.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { announce, LiveRegion } from '../../../ui/live-region.tsx';
import { showNextTypeface } from '../../../ui/next-typeface.ts';
import { SlideshowButton } from '../../../ui/slideshow-button.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import { bytesUrl } from '../addresses.ts';
import { useDownload } from '../folder/use-download.ts';
import type { OpenShare } from '../open-share.ts';
import { useFormats } from '../use-formats.ts';
import { closeViewer, stepViewer } from '../viewing.ts';
import { FilePreview } from './file-preview.tsx';
import styles from './file-viewer.module.css';
import { previewKindOf, seriesOf } from './preview-kind.ts';

/** Full-window viewer of a file, with navigation to its neighbours. */
export function FileViewer({
  share,
  file,
  files,
}: {
  share: OpenShare;
  file: Entry;
  /** Files of the folder in the order of the list. */
  files: readonly Entry[];
}) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog);
  useLayoutEffect(showNextTypeface, []);
  const series = seriesOf(files, file);
  const position = series.findIndex(({ path }) => path === file.path);
  const previous = series[position - 1];
  const next = series[position + 1];
  const toPrevious = () => previous && stepViewer(previous.path);
  const toNext = () => next && stepViewer(next.path);
  const swipe = useSwipe({ toPrevious, toNext });
  const isZoomed = usePinchZoom();
  const [settledPath, setSettledPath] = useState('');
  const onSettled = useCallback(() => setSettledPath(file.path), [file.path]);
  const slideshow = useSlideshow(file, {
    series: series.filter(({ type }) => type === 'image'),
    isReady: settledPath === file.path,
    isInDialog: true,
    onGo: stepViewer,
  });
  useViewerKeys({ toPrevious, toNext, slideshow });
  useAnnouncement(file, {
    position: position + 1,
    count: series.length,
    isInSlideshow: slideshow.isPlaying,
  });

  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      data-theme="dark"
      aria-label={isolate(file.name)}
      onCancel={(event) => {
        event.preventDefault();
        closeViewer();
      }}
    >
      <div className={styles.bar}>
        <IconButton
          label={t('viewer.close')}
          shortcut="Esc"
          icon={X}
          data-focus-first
          onClick={closeViewer}
        />
        <p className={styles.title}>
          <EntryName name={file.name} />
          {series.length > 1 && <Position position={position + 1} count={series.length} />}
        </p>
        <SlideshowButton label={t('viewer.slideshow')} slideshow={slideshow} />
        <Tools key={file.path} share={share} file={file} />
      </div>
      <div
        className={styles.stage}
        data-retry-area
        data-kind={previewKindOf(file)}
        data-zoomed={isZoomed || undefined}
        {...(isZoomed ? {} : swipe)}
      >
        <FilePreview share={share} file={file} series={series} onSettled={onSettled} />
      </div>
      {previous && <Step side="previous" file={previous} onGo={toPrevious} />}
      {next && <Step side="next" file={next} onGo={toNext} />}
      <LiveRegion />
    </dialog>
  );
}

/** Shows a failed download here, because the page below is covered. */
function Tools({ share, file }: { share: OpenShare; file: Entry }) {
  const { t } = useTranslation();
  const { begin, isBusy, message } = useDownload(share);
  return (
    <>
      <a
        className={styles.tool}
        href={openAddress(share, file)}
        target="_blank"
        rel="noreferrer"
        aria-label={t('viewer.openNewTab')}
        title={t('viewer.openNewTab')}
      >
        <ExternalLink size={20} strokeWidth={1.75} aria-hidden />
      </a>
      <IconButton
        label={t('viewer.download')}
        icon={Download}
        disabled={isBusy}
        onClick={() => begin({ kind: 'file', file }, 'zip')}
      />
      <p className={styles.message} data-kind={message?.kind} role="status">
        {message?.text}
      </p>
    </>
  );
}

/** Returns the address that opens a file in the browser, or its own page. */
function openAddress(share: OpenShare, file: Entry): string {
  return callAddress(
    previewKindOf(file)
      ? bytesUrl(share, file, { inline: true })
      : sharePageUrl(share.hash, file.path),
  );
}

function Position({ position, count }: { position: number; count: number }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <bdi className={styles.position}>
      {t('viewer.position', { position: number(position), shown: number(count) })}
    </bdi>
  );
}

function Step({ side, file, onGo }: { side: 'previous' | 'next'; file: Entry; onGo(): void }) {
  const { t } = useTranslation();
  const Icon = side === 'previous' ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      className={styles.step}
      data-side={side}
      aria-label={t(`viewer.${side}`, { name: file.name })}
      onClick={onGo}
    >
      <Icon size={28} strokeWidth={1.75} aria-hidden />
    </button>
  );
}

/** Moves to the previous or next file with the arrow keys, and starts or stops the slideshow with S. */
function useViewerKeys({
  toPrevious,
  toNext,
  slideshow,
}: {
  toPrevious(): void;
  toNext(): void;
  slideshow: Slideshow;
}): void {
  useKeys('dialog', (_, pressed) => {
    if (pressed === 'S' && slideshow.isPossible) {
      slideshow.toggle();
      return true;
    }
    if (pressed !== 'ArrowLeft' && pressed !== 'ArrowRight') return false;
    if ((pressed === 'ArrowRight') === isRightToLeft()) toPrevious();
    else toNext();
    return true;
  });
}

/** Announces the file, except in a slideshow, where an announcement every few seconds would disturb. */
function useAnnouncement(
  { name }: Entry,
  {
    position,
    count,
    isInSlideshow,
  }: { readonly position: number; readonly count: number; readonly isInSlideshow: boolean },
): void {
  const { t } = useTranslation();
  const text = count > 1 ? t('viewer.announced', { name, position, count }) : isolate(name);
  useEffect(() => {
    if (!isInSlideshow) announce(text);
  }, [text, isInSlideshow]);
}
