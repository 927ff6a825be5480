import type { FileInfo } from '#contract/files.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readContents } from '../../../../api/contents.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { Waiting } from '../../waiting.tsx';
import { LoadFailure } from '../../../../ui/data-view/load-failure.tsx';
import type { ViewerProps } from '../viewer.ts';
import { readTable } from './read-table.ts';
import { TablePage } from './table-page.tsx';

/** Maximum number of bytes read from a table. */
const MAX_BYTES = 10_485_760;
/** Time until the parsed table, several times larger than its file, is dropped from memory. */
const KEPT_MS = 5_000;

const tableQuery = (file: FileInfo) =>
  queryOptions({
    queryKey: ['table', file.path, file.modified, file.size],
    queryFn: async ({ signal }) => {
      const bytes = await readContents(file, MAX_BYTES, signal);
      const delimiter = /\.tsv$/i.test(file.name) ? '\t' : undefined;
      const isCut = file.size > MAX_BYTES;
      return (await readTable({ bytes, isCut, delimiter }, signal)) ?? 'no table';
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** CSV or TSV file as a table. */
export function TableViewer({ file, onUnshowable }: ViewerProps) {
  const { t } = useTranslation();
  const { data: table, error, refetch } = useQuery(tableQuery(file));
  const isUnshowable = table === 'no table';
  useEffect(() => {
    if (isUnshowable) onUnshowable(t('preview.noPreview'));
  }, [isUnshowable, onUnshowable, t]);

  if (error) return <LoadFailure failure={error} onRetry={() => void refetch()} />;
  if (table === undefined || table === 'no table') return <Waiting />;
  return <TablePage file={file} table={table} />;
}
