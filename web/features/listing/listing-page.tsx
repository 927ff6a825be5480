import type { Resource } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';
import type { UploadPicker } from '../../actions/action.ts';
import { fileQuery, folderQuery } from '../../api/files.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { FilePage } from './file-page.tsx';
import { FolderPage } from './folder-page.tsx';
import { ListingError } from './listing-error.tsx';
import { ListingSkeleton } from './listing-skeleton.tsx';
import { folderOf } from './place-of.ts';

/** What an address below /files shows: a folder, one file, or what went wrong. `path` is that of the address. */
export function ListingPage({ path, uploads }: { path: string; uploads: UploadPicker }) {
  return path.endsWith('/') ? (
    <FolderRoute path={path} uploads={uploads} />
  ) : (
    <FileRoute path={path} />
  );
}

function FolderRoute({ path, uploads }: { path: string; uploads: UploadPicker }) {
  const { key } = useLocation();
  const { data, error, refetch } = useQuery(folderQuery(path));
  if (!data) return <Unready error={error} onRetry={() => void refetch()} />;
  // The address may say folder where a file is: the server answers with what is there.
  const found: Resource = data;
  if (!('items' in found)) return <FilePage file={found} />;
  const folder = folderOf(path);
  return (
    <FolderPage
      key={`${folder} ${key}`}
      path={folder}
      visit={key}
      folder={found}
      uploads={uploads}
    />
  );
}

function FileRoute({ path }: { path: string }) {
  const { data, error, refetch } = useQuery(fileQuery(path));
  if (!data) return <Unready error={error} onRetry={() => void refetch()} />;
  // An address typed by hand may lack the slash that says folder.
  if (data.isDir) return <Navigate to={filesAddress(`${path}/`)} replace />;
  return <FilePage file={data} />;
}

function Unready({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  return error ? <ListingError failure={error} onRetry={onRetry} /> : <ListingSkeleton />;
}
