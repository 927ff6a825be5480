import type { FileInfo } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { contentsQuery } from '../../../../api/contents.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { Waiting } from '../../waiting.tsx';
import { LoadFailure } from '../../../../ui/data-view/load-failure.tsx';
import styles from './text-document.module.css';
import { textOf } from '../../../../lib/text-encoding/text-of.ts';

/** Reads a file as text, at most so many bytes, and shows it as its child says; what is no text is not shown. */
export function TextDocument({
  file,
  mostBytes,
  onUnshowable,
  children,
}: {
  file: FileInfo;
  mostBytes: number;
  onUnshowable(reason: string): void;
  children(text: string): ReactNode;
}) {
  const { t } = useTranslation();
  const { data: bytes, error, refetch } = useQuery(contentsQuery(file, mostBytes));
  const isCut = file.size > mostBytes;
  const text = useMemo(() => bytes && textOf(bytes, { isCut }), [bytes, isCut]);
  const isUnshowable = bytes !== undefined && text === undefined;
  useEffect(() => {
    if (isUnshowable) onUnshowable(t('preview.noPreview'));
  }, [isUnshowable, onUnshowable, t]);

  if (text === '') return <p className={styles.empty}>{t('preview.emptyFile')}</p>;
  if (text !== undefined) return children(text);
  if (error) return <LoadFailure failure={error} onRetry={() => void refetch()} />;
  return <Waiting />;
}
