import { type FileInfo, rawUrl } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { reachableQuery } from '../../../../api/contents.ts';
import { callAddress } from '../../../../api/http.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { Waiting } from '../../waiting.tsx';
import { DocumentFailure } from '../document/document-failure.tsx';
import type { ViewerProps } from '../viewer.ts';
import styles from './pdf.module.css';

/** For browsers without a viewer of their own, as on most telephones. */
const PdfReader = lazy(async () => ({ default: (await import('./pdf-reader.tsx')).PdfReader }));

/** A PDF in the viewer of the browser, which is the best there is, or in ours. */
export function PdfViewer({ file, onUnshowable }: ViewerProps) {
  const { t } = useTranslation();
  const isEmpty = file.size === 0;
  useEffect(() => {
    if (isEmpty) onUnshowable(t('preview.emptyFile'));
  }, [isEmpty, onUnshowable, t]);
  const { data: isReachable, error, refetch } = useQuery(reachableQuery(file));
  if (error) return <DocumentFailure failure={error} onRetry={() => void refetch()} />;
  if (!isReachable || isEmpty) return <Waiting />;
  if (navigator.pdfViewerEnabled) return <BrowserViewer file={file} />;
  return (
    <Suspense fallback={<Waiting />}>
      <PdfReader file={file} onUnshowable={onUnshowable} />
    </Suspense>
  );
}

/** Keys pressed within it are its own: the frame hears none of them, so its buttons stay in reach. */
function BrowserViewer({ file }: { file: FileInfo }) {
  const { t } = useTranslation();
  return (
    // The viewers of browsers do not start in a sandbox.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe
      className={styles.browser}
      src={callAddress(rawUrl(file.path, { inline: true }))}
      title={t('preview.contentsOf', { name: file.name })}
    />
  );
}
