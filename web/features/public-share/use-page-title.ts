import { useEffect } from 'react';
import { productName } from '../../api/page-config.ts';
import { isolate } from '../../lib/isolate.ts';
import type { ShareSessionState } from './share-session.ts';

/** The name of what is shown, before the product's. Nothing of it while a password is asked for or the link is dead. */
export function usePageTitle({ shown, obstacle }: ShareSessionState): void {
  const name = obstacle === undefined ? shown?.resource.name : undefined;
  const isWaiting = obstacle === undefined && shown === undefined;
  useEffect(() => {
    // Until the first answer the server's title stands.
    if (isWaiting) return;
    document.title =
      name === undefined || name === ''
        ? productName()
        : `${isolate(name)} – ${isolate(productName())}`;
  }, [name, isWaiting]);
}
