import type { Entry } from '#contract/files.ts';
import { type ComponentType, lazy, useCallback, useState } from 'react';
import { requireAvailable } from '../../../api/public-files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { LatePart } from '../../../ui/late-part.tsx';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import { RetryButton } from '../../../ui/retry-button.tsx';
import { bytesUrl } from '../addresses.ts';
import { mayHaveEnded, troubleWords } from '../trouble-words.ts';
import { ImageViewer } from './image-viewer.tsx';
import { previewKindOf, type PreviewKind } from './preview-kind.ts';
import { TextViewer } from './text-viewer.tsx';
import type { ViewerProps } from './viewer-props.ts';
import styles from './viewers.module.css';
import { Waiting } from './waiting.tsx';

type Viewers = Readonly<Record<PreviewKind, ComponentType<ViewerProps>>>;

/** Returns the viewers. The larger ones load when they are first shown; after a failure, only new ones load again. */
function lateViewers(): Viewers {
  return {
    image: ImageViewer,
    audio: lazy(async () => ({ default: (await import('./media-viewers.tsx')).AudioViewer })),
    video: lazy(async () => ({ default: (await import('./media-viewers.tsx')).VideoViewer })),
    pdf: lazy(async () => ({ default: (await import('./pdf-viewer.tsx')).PdfViewer })),
    markdown: TextViewer,
    text: TextViewer,
  };
}

/** Preview of a file that fills its container, or the reason why it cannot be shown. */
export function FilePreview(props: Omit<ViewerProps, 'onFailed'>) {
  const { share, file } = props;
  const [viewers, setViewers] = useState(lateViewers);
  return (
    <PreviewOf
      // A changed file or a new token starts over.
      key={`${share.token} ${file.path} ${file.modified}`}
      {...props}
      viewers={viewers}
      onMissing={() => setViewers(lateViewers())}
    />
  );
}

function PreviewOf({
  share,
  file,
  series,
  onSettled,
  viewers,
  onMissing,
}: Omit<ViewerProps, 'onFailed'> & {
  viewers: Viewers;
  /** Called when the code of a viewer could not be loaded. */
  onMissing(): void;
}) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<string>();
  const [turn, setTurn] = useState(0);
  const kind = previewKindOf(file);

  const onFailed = useCallback(() => {
    onSettled?.();
    // Images and players do not report the reason of a failure.
    requireAvailable(bytesUrl(share, file, { inline: true })).then(
      () => setReason(t('viewer.cannotShow')),
      (failure: unknown) => {
        setReason(troubleWords(t, failure));
        if (mayHaveEnded(failure)) share.onRefused();
      },
    );
  }, [share, file, onSettled, t]);
  const tryAgain = () => {
    setReason(undefined);
    setTurn((before) => before + 1);
  };

  if (!kind) return <NoPreview file={file} reason={t('viewer.noPreview')} />;
  if (reason !== undefined) return <NoPreview file={file} reason={reason} onRetry={tryAgain} />;
  const Viewer = viewers[kind];
  const giveUp = () => {
    setReason(t('viewer.notLoaded'));
    onMissing();
  };
  return (
    <LatePart onFailure={giveUp} whileLoading={<Waiting />}>
      <Viewer
        key={turn}
        share={share}
        file={file}
        series={series}
        onSettled={onSettled}
        onFailed={onFailed}
      />
    </LatePart>
  );
}

function NoPreview({
  file,
  reason,
  onRetry,
}: {
  file: Entry;
  reason: string;
  /** Present if retrying may help. */
  onRetry?: () => void;
}) {
  return (
    <div className={styles.sound}>
      <KindGlyph kind={kindOf(file)} isSymlink={file.isSymlink} size={96} />
      <p role="status">{reason}</p>
      {onRetry && <RetryButton onClick={onRetry} />}
    </div>
  );
}
