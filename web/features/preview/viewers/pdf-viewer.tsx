import { rawUrl } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { reachableQuery } from '../../../api/contents.ts';
import { call } from '../../../api/http.ts';
import { pdfSource } from '../../../api/pdf-source.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Waiting } from '../waiting.tsx';
import { LoadFailure } from '../../../ui/data-view/load-failure.tsx';
import type { ViewerProps } from './viewer.ts';

async function loadReader() {
  return { default: (await import('../../../ui/pdf/pdf-reader.tsx')).PdfReader };
}

type PdfReader = Awaited<ReturnType<typeof loadReader>>['default'];

/** PDF in the reader. */
export function PdfViewer({ file, onUnshowable }: ViewerProps) {
  const { t } = useTranslation();
  // After a failure, only a new one loads again.
  const [PdfReader] = useState(() => lazy(loadReader));
  const isEmpty = file.size === 0;
  useEffect(() => {
    if (isEmpty) onUnshowable(t('preview.emptyFile'));
  }, [isEmpty, onUnshowable, t]);
  const { data: isReachable, error, refetch } = useQuery(reachableQuery(file));
  if (error) return <LoadFailure failure={error} onRetry={() => void refetch()} />;
  if (!isReachable || isEmpty) return <Waiting />;
  return (
    <Suspense fallback={<Waiting />}>
      <Reader file={file} onUnshowable={onUnshowable} PdfReader={PdfReader} />
    </Suspense>
  );
}

/** Reader, or the reason why the document did not arrive. */
function Reader({
  file,
  onUnshowable,
  PdfReader,
}: Pick<ViewerProps, 'file' | 'onUnshowable'> & { PdfReader: PdfReader }) {
  const { t } = useTranslation();
  const { path, name } = file;
  const [source, setSource] = useState(() => pdfSource(path));
  const [failed, setFailed] = useState<{ readonly failure: unknown }>();
  const onBroken = useCallback(() => onUnshowable(t('preview.brokenPdf')), [onUnshowable, t]);
  const onFailed = useCallback(
    (failure: unknown) =>
      void reasonOf(path).then((reason) => setFailed({ failure: reason ?? failure })),
    [path],
  );
  if (failed) {
    const retry = () => {
      setSource(pdfSource(path));
      setFailed(undefined);
    };
    return <LoadFailure failure={failed.failure} onRetry={retry} />;
  }
  return (
    <PdfReader
      source={source}
      name={name}
      keys="viewer"
      takesFocus
      offersTab
      waiting={<Waiting />}
      onBroken={onBroken}
      onFailed={onFailed}
    />
  );
}

/** Requests the file without its bytes, and returns why that fails; undefined if it succeeds. */
function reasonOf(path: string): Promise<unknown> {
  return call('HEAD', rawUrl(path, { inline: true })).then(
    () => undefined,
    (failure: unknown) => failure,
  );
}
