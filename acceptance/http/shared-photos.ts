import { createPhotos, PHOTOS } from '../fixtures/photos.ts';
import type { Served } from '../server/use-server.ts';
import { createShare, tokenOf } from './public-shares.ts';

export interface SharedPhotos {
  /** Path of the folder on the disk. */
  readonly folder: string;
  /** Path of the folder for bob, encoded, with a slash at the end. */
  readonly path: string;
  /** Hashes of its shares: one without a password, and one with the password `p`. */
  readonly open: string;
  readonly locked: string;
  /** Token of the share `locked`. */
  readonly token: string;
}

/** Creates the folder of photos in bob's home folder, and shares it. */
export async function sharePhotos(served: Served): Promise<SharedPhotos> {
  const folder = createPhotos(served.server.root);
  const path = `/${encodeURIComponent(PHOTOS)}/`;
  const open = (await createShare(served, 'bob', path)).hash;
  const locked = (await createShare(served, 'bob', path, { password: 'p' })).hash;
  return { folder, path, open, locked, token: await tokenOf(served, locked, 'p') };
}
