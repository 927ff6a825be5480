import type { Resource } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';
import type { Transfers, UploadPicker } from '../../actions/action.ts';
import { folderQuery } from '../../api/files.ts';
import { ApiError } from '../../api/http.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { FolderPage } from './folder-page.tsx';
import { ListingError } from './listing-error.tsx';
import { ListingSkeleton } from './listing-skeleton.tsx';
import styles from './listing.module.css';
import { folderOf } from './place-of.ts';
import { StaleNotice } from './stale-notice.tsx';

/** What the page around the listing can do for it. */
interface Helpers {
  uploads: UploadPicker;
  transfers: Transfers;
}

/** What an address below /files shows that ends in a slash: a folder, or what went wrong. */
export function ListingPage({ path, ...helpers }: Helpers & { path: string }) {
  const { key } = useLocation();
  const { data, error, refetch } = useQuery(folderQuery(path));
  const retry = () => void refetch();
  if (!data || isGone(error)) return <Unready error={error} onRetry={retry} />;
  // The address may say folder where a file is: the server answers with what is there.
  const found: Resource = data;
  const folder = folderOf(path);
  if (!('items' in found)) return <Navigate to={filesAddress(folder)} replace />;
  return (
    <div className={styles.folder}>
      {error && <StaleNotice failure={error} onRetry={retry} />}
      <FolderPage key={`${folder} ${key}`} path={folder} visit={key} folder={found} {...helpers} />
    </div>
  );
}

/** What was there before must not be shown any longer. */
function isGone(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}

function Unready({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  return error ? <ListingError failure={error} onRetry={onRetry} /> : <ListingSkeleton />;
}
