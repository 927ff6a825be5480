import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { reachableQuery } from '../../../../api/contents.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { Waiting } from '../../waiting.tsx';
import { DocumentFailure } from '../document/document-failure.tsx';
import type { ViewerProps } from '../viewer.ts';

const PdfReader = lazy(async () => ({ default: (await import('./pdf-reader.tsx')).PdfReader }));

/** PDF drawn by pdf.js, in every browser alike. */
export function PdfViewer({ file, onUnshowable }: ViewerProps) {
  const { t } = useTranslation();
  const isEmpty = file.size === 0;
  useEffect(() => {
    if (isEmpty) onUnshowable(t('preview.emptyFile'));
  }, [isEmpty, onUnshowable, t]);
  const { data: isReachable, error, refetch } = useQuery(reachableQuery(file));
  if (error) return <DocumentFailure failure={error} onRetry={() => void refetch()} />;
  if (!isReachable || isEmpty) return <Waiting />;
  return (
    <Suspense fallback={<Waiting />}>
      <PdfReader file={file} onUnshowable={onUnshowable} />
    </Suspense>
  );
}
