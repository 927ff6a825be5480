import type { Entry } from '#contract/files.ts';
import { type ComponentType, lazy, useCallback, useState } from 'react';
import { requireAvailable } from '../../../api/public-files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { LatePart } from '../../../ui/late-part.tsx';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import { bytesUrl } from '../addresses.ts';
import { mayHaveEnded, troubleWords } from '../trouble-words.ts';
import { ImageViewer } from './image-viewer.tsx';
import { previewKindOf, type PreviewKind } from './preview-kind.ts';
import { TextViewer } from './text-viewer.tsx';
import type { ViewerProps } from './viewer-props.ts';
import styles from './viewers.module.css';
import { Waiting } from './waiting.tsx';

const AudioViewer = lazy(async () => ({
  default: (await import('./media-viewers.tsx')).AudioViewer,
}));
const VideoViewer = lazy(async () => ({
  default: (await import('./media-viewers.tsx')).VideoViewer,
}));

const PdfViewer = lazy(async () => ({
  default: (await import('./pdf-viewer.tsx')).PdfViewer,
}));

const VIEWERS: Readonly<Record<PreviewKind, ComponentType<ViewerProps>>> = {
  image: ImageViewer,
  audio: AudioViewer,
  video: VideoViewer,
  pdf: PdfViewer,
  markdown: TextViewer,
  text: TextViewer,
};

/** Preview of a file that fills its container, or the reason why it cannot be shown. */
export function FilePreview(props: Omit<ViewerProps, 'onFailed'>) {
  const { share, file } = props;
  // A changed file or a new token starts over.
  return <PreviewOf key={`${share.token} ${file.path} ${file.modified}`} {...props} />;
}

function PreviewOf({ share, file, series, onSettled }: Omit<ViewerProps, 'onFailed'>) {
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
  const Viewer = VIEWERS[kind];
  return (
    <LatePart onFailure={() => setReason(t('viewer.notLoaded'))} whileLoading={<Waiting />}>
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
  const { t } = useTranslation();
  return (
    <div className={styles.sound}>
      <KindGlyph kind={kindOf(file)} linked={file.isSymlink} size={96} />
      <p role="status">{reason}</p>
      {onRetry && <Button onClick={onRetry}>{t('common.retry')}</Button>}
    </div>
  );
}
