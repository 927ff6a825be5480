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

/** Fallback for browsers without a PDF viewer, such as on most phones. */
const PdfReader = lazy(async () => ({ default: (await import('./pdf-reader.tsx')).PdfReader }));

/** PDF in the browser's viewer, or in pdf.js. */
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

/** The frame receives no keys while the browser's viewer has the focus, so its buttons stay visible. */
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
