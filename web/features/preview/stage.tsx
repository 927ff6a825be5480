import type { FileInfo } from '#contract/files.ts';
import { createElement, lazy, Suspense, useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';
import type { Showing } from './use-showing.ts';
import { FactsViewer } from './viewers/facts-viewer.tsx';
import { Waiting } from './waiting.tsx';

/** A file in the way of its kind; where that cannot be, its facts and a word why. */
export function Stage({
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
