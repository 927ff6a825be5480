import { lazy } from 'react';
import { useLocation } from 'react-router';
import { ApiError } from '../../api/http.ts';
import { ListingPage } from '../../features/listing/listing-page.tsx';
import { useEntryDrag } from '../../features/move-copy/drag/use-entry-drag.ts';
import { useTransfers } from '../../features/move-copy/use-transfers.ts';
import { EarlyDrops } from '../../features/upload-panel/early-drops.tsx';
import { useUploadPicker } from '../../features/upload-panel/use-upload.ts';
import { loadPatiently } from '../../lib/load-patiently.ts';
import { pathOfAddress } from '../../lib/path-codec.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { FileRoute } from './file-route.tsx';

/** Loads after the first listing. Until then, EarlyDrops accepts files. */
const DropZone = lazy(() =>
  loadPatiently(async () => ({
    default: (await import('../../features/upload-panel/drop-zone.tsx')).DropZone,
  })),
);

/** Shows the folder or file at the path of the address, `/files/…`. */
export function FilesRoute() {
  const path = pathOfAddress(useLocation().pathname);
  const uploads = useUploadPicker();
  const transfers = useTransfers();
  useEntryDrag(transfers);
  if (path === undefined) throw new ApiError(404, '404 Not Found');
  if (!path.endsWith('/')) return <FileRoute path={path} transfers={transfers} />;
  return (
    <>
      <ListingPage path={path} uploads={uploads} transfers={transfers} />
      <LatePart whileLoading={<EarlyDrops folder={path} />}>
        <DropZone folder={path} />
      </LatePart>
    </>
  );
}
