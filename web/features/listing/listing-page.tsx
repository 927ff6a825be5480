import type { Resource } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';
import type { Transfers, UploadPicker } from '../../actions/action.ts';
import { folderQuery } from '../../api/files.ts';
import { ApiError } from '../../api/http.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { StaleNotice } from '../../ui/data-view/stale-notice.tsx';
import { FolderPage } from './folder-page.tsx';
import styles from './listing.module.css';
import { folderOf } from './place-of.ts';
import { Unready } from './unready.tsx';

/** Functions that the page provides for the listing. */
interface Helpers {
  uploads: UploadPicker;
  transfers: Transfers;
}

/** Shows the folder at an address below /files that ends with a slash, or the error. */
export function ListingPage({ path, ...helpers }: Helpers & { path: string }) {
  const { key } = useLocation();
  const { data, error, refetch } = useQuery(folderQuery(path));
  const retry = () => void refetch();
  if (!data || isGone(error)) return <Unready error={error} onRetry={retry} />;
  // The path can name a file despite its trailing slash; the server returns what exists.
  const found: Resource = data;
  const folder = folderOf(path);
  if (!('items' in found)) return <Navigate to={filesAddress(folder)} replace />;
  return (
    <div className={styles.folder}>
      {error && <StaleNotice onRetry={retry} />}
      <FolderPage key={`${folder} ${key}`} path={folder} visit={key} folder={found} {...helpers} />
    </div>
  );
}

/** Returns true for errors after which earlier data must not be shown. */
function isGone(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}
