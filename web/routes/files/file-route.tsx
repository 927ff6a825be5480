import type { FileInfo } from '#contract/files.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, createElement, lazy, Suspense } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import type { Transfers } from '../../actions/action.ts';
import { fileQuery, folderQuery } from '../../api/files.ts';
import { ApiError } from '../../api/http.ts';
import { ListingError } from '../../features/listing/listing-error.tsx';
import { ListingSkeleton } from '../../features/listing/listing-skeleton.tsx';
import { loadWords } from '../../i18n/words.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { editedAt, editedFile } from '../../state/edited-file.ts';
import { type FileScreen, screenOf, SOURCE_PARAMETER } from '../../state/file-screens.ts';

/** What every screen for one file is given. */
interface FileScreenProps {
  file: FileInfo;
  transfers: Transfers;
}

const preview = lazy(async () => {
  const [{ PreviewScreen }] = await Promise.all([
    import('../../features/preview/preview-screen.tsx'),
    loadWords('files'),
  ]);
  return { default: PreviewScreen };
});

const editor = lazy(async () => {
  const [{ EditorScreen }] = await Promise.all([
    import('../../features/editor/editor-screen.tsx'),
    loadWords('files'),
  ]);
  return { default: EditorScreen };
});

const SCREENS: Readonly<Record<FileScreen, ComponentType<FileScreenProps>>> = { editor, preview };

/** `/files/…` without a slash at its end: one file. */
export function FileRoute({ path, transfers }: { path: string; transfers: Transfers }) {
  const [parameters] = useSearchParams();
  const wantsSource = parameters.has(SOURCE_PARAMETER);
  const known = useKnownFile(path, wantsSource);
  const edited = editedAt(useStore(editedFile), path, wantsSource);
  const { data: told, error, refetch } = useQuery({ ...fileQuery(path), placeholderData: known });
  // While nobody answers, what is known goes on.
  const found = told ?? (error && !isGone(error) ? known() : undefined);
  const isSound =
    found?.path === edited?.path && found && screenOf(found, wantsSource) === 'editor';
  // A text that is open stays open, whatever has become of its file.
  const data = edited && !isSound ? edited : found;
  if (!data || (isGone(error) && !edited)) {
    return error ? (
      <ListingError failure={error} onRetry={() => void refetch()} />
    ) : (
      <ListingSkeleton />
    );
  }
  // An address typed by hand may lack the slash that says folder.
  if (data.isDir) return <Navigate to={filesAddress(`${path}/`)} replace />;
  const screen = SCREENS[screenOf(data, wantsSource)];
  return <Suspense fallback={null}>{createElement(screen, { file: data, transfers })}</Suspense>;
}

/**
 * What the listing has said of a file that is only looked at is enough to begin with. An editor waits for what the
 * server says of this file: only then is it known whether it may be changed.
 */
function useKnownFile(path: string, wantsSource: boolean): () => FileInfo | undefined {
  const queries = useQueryClient();
  return () => {
    const folder = `${path.slice(0, path.lastIndexOf('/'))}/`;
    const known = queries.getQueryData(folderQuery(folder).queryKey)?.items;
    const file = known?.find((item) => item.path === path && !item.isDir);
    return file && screenOf(file, wantsSource) === 'preview' ? file : undefined;
  };
}

/** What was there before must not be shown any longer. */
function isGone(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}
