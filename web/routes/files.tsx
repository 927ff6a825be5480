import { useLocation } from 'react-router';
import { ListingPage } from '../features/listing/listing-page.tsx';
import { pathOfAddress } from '../lib/path-codec.ts';

/** `/files/…`: what lies at the path of the address. */
export function FilesRoute() {
  const path = pathOfAddress(useLocation().pathname);
  if (path === undefined) throw new Response('', { status: 404 });
  return <ListingPage path={path} />;
}
