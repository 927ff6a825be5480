import type { FileInfo } from '#contract/files.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readContents } from '../../../../api/contents.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { Waiting } from '../../waiting.tsx';
import { DocumentFailure } from '../document/document-failure.tsx';
import type { ViewerProps } from '../viewer.ts';
import { readTable } from './read-table.ts';
import { TablePage } from './table-page.tsx';

/** Larger tables belong into another program; their first part is shown. */
const MOST_BYTES = 10_485_760;
/** What was read is dropped soon after: it is several times as large as the file. */
const KEPT_MS = 5_000;

const tableQuery = (file: FileInfo) =>
  queryOptions({
    queryKey: ['table', file.path, file.modified, file.size],
    queryFn: async ({ signal }) => {
      const bytes = await readContents(file, MOST_BYTES, signal);
      const delimiter = /\.tsv$/i.test(file.name) ? '\t' : undefined;
      const isCut = file.size > MOST_BYTES;
      return (await readTable({ bytes, isCut, delimiter }, signal)) ?? 'no table';
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** A CSV or TSV file as a table. */
export function TableViewer({ file, onUnshowable }: ViewerProps) {
  const { t } = useTranslation();
  const { data: table, error, refetch } = useQuery(tableQuery(file));
  const isUnshowable = table === 'no table';
  useEffect(() => {
    if (isUnshowable) onUnshowable(t('preview.noPreview'));
  }, [isUnshowable, onUnshowable, t]);

  if (error) return <DocumentFailure failure={error} onRetry={() => void refetch()} />;
  if (table === undefined || table === 'no table') return <Waiting />;
  return <TablePage file={file} table={table} />;
}
