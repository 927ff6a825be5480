import type { Resource } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Transfers, UploadPicker } from '../../actions/action.ts';
import { folderQuery } from '../../api/files.ts';
import { ApiError } from '../../api/http.ts';
import { NARROW } from '../../lib/breakpoints.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { SlotContent } from '../../ui/slots.tsx';
import { FolderPage } from './folder-page.tsx';
import styles from './listing.module.css';
import { folderOf } from './folder-of.ts';
import { loadListingError, StaleNotice, LoadingOrError } from './loading-or-error.tsx';
import { useChosenView } from './use-chosen-view.ts';
import { ViewControl } from './view-control.tsx';

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
  useEffect(() => void loadListingError().catch(() => {}), []);
  if (isGone(error)) return <LoadingOrError error={error} onRetry={retry} />;
  return (
    <>
      <Views />
      {data ? (
        <FoundFolder
          path={path}
          visit={key}
          found={data}
          {...helpers}
          notice={
            error && (
              <Suspense>
                <StaleNotice failure={error} onRetry={retry} />
              </Suspense>
            )
          }
        />
      ) : (
        <LoadingOrError error={error} onRetry={retry} />
      )}
    </>
  );
}

function FoundFolder({
  path,
  visit,
  found,
  notice,
  ...helpers
}: Helpers & { path: string; visit: string; found: Resource; notice: ReactNode }) {
  // The path can name a file despite its trailing slash; the server returns what exists.
  const folder = folderOf(path);
  if (!('items' in found)) return <Navigate to={filesAddress(folder)} replace />;
  return (
    <div className={styles.folder}>
      {notice}
      <FolderPage
        key={`${folder} ${visit}`}
        path={folder}
        visit={visit}
        folder={found}
        {...helpers}
      />
    </div>
  );
}

/** Views beside the path, also while the folder is loading, so that nothing moves when it arrives. */
function Views() {
  const view = useChosenView();
  const isNarrow = useMediaQuery(NARROW);
  if (isNarrow) return null;
  return (
    <SlotContent name="view-control">
      <ViewControl view={view} />
    </SlotContent>
  );
}

/** Returns true for errors after which earlier data must not be shown. */
function isGone(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}
