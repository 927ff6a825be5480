import type { FileInfo } from '#contract/files.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, createElement, lazy, Suspense, useEffect } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import type { Transfers } from '../../actions/action.ts';
import { fileQuery, folderQuery } from '../../api/files.ts';
import { ApiError } from '../../api/http.ts';
import { recordOpened } from '../../api/places.ts';
import { LoadingOrError } from '../../features/listing/loading-or-error.tsx';
import { loadMessages } from '../../i18n/messages.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { editedAt, editedFile } from '../../state/edited-file.ts';
import { type FileScreen, screenOf, SOURCE_PARAMETER } from '../../state/file-screens.ts';
import { isOpenedBySlideshow } from '../../state/slideshow-navigation.ts';

/** Props of each screen for one file. */
interface FileScreenProps {
  file: FileInfo;
  transfers: Transfers;
}

const preview = lazy(async () => {
  const [{ PreviewScreen }] = await Promise.all([
    import('../../features/preview/preview-screen.tsx'),
    loadMessages('files'),
  ]);
  return { default: PreviewScreen };
});

const editor = lazy(async () => {
  const [{ EditorScreen }] = await Promise.all([
    import('../../features/editor/editor-screen.tsx'),
    loadMessages('files'),
  ]);
  return { default: EditorScreen };
});

const SCREENS: Readonly<Record<FileScreen, ComponentType<FileScreenProps>>> = { editor, preview };

/** `/files/…` without a trailing slash: one file. */
export function FileRoute({ path, transfers }: { path: string; transfers: Transfers }) {
  const [parameters] = useSearchParams();
  const wantsSource = parameters.has(SOURCE_PARAMETER);
  const known = useKnownFile(path, wantsSource);
  const edited = editedAt(useStore(editedFile), path, wantsSource);
  const {
    data: fetched,
    error,
    refetch,
  } = useQuery({ ...fileQuery(path), placeholderData: known });
  // Keeps the known metadata while the server is unreachable.
  const found = fetched ?? (error && !isGone(error) ? known() : undefined);
  const isSound =
    found?.path === edited?.path && found && screenOf(found, wantsSource) === 'editor';
  // An open text stays open even if its file is gone.
  const data = edited && !isSound ? edited : found;
  const isOpenedByUser = !isOpenedBySlideshow(useLocation().state);
  useRecordedOpening(fetched && !fetched.isDir && isOpenedByUser ? path : undefined);
  if (!data || (isGone(error) && !edited)) {
    return <LoadingOrError error={error} onRetry={() => void refetch()} />;
  }
  // A typed address may lack the trailing slash of a folder.
  if (data.isDir) return <Navigate to={filesAddress(`${path}/`)} replace />;
  const screen = SCREENS[screenOf(data, wantsSource)];
  return <Suspense fallback={null}>{createElement(screen, { file: data, transfers })}</Suspense>;
}

/**
 * Returns the metadata from the listing as a start for previews. The editor waits for the server, which states
 * whether the file may be changed.
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

/** Time that a file must be displayed to count as opened. */
const OPENED_AFTER_MS = 1_500;

/** Adds a displayed file to the recent items. */
function useRecordedOpening(path: string | undefined): void {
  useEffect(() => {
    if (path === undefined) return undefined;
    // The file is displayed regardless of whether this succeeds.
    const record = () => void recordOpened(path).catch(() => {});
    const timer = window.setTimeout(record, OPENED_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [path]);
}

/** Returns true for errors after which earlier data must not be shown. */
function isGone(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}
