import type { Entry } from '#contract/files.ts';
import { MAX_PICTURE_NAMES } from '#contract/picture-sizes.ts';
import { parentOf, type TreePath } from '#contract/paths.ts';
import { pageConfig } from '../../../api/page-config.ts';
import { pictureSizes } from '../../../api/picture-sizes.ts';
import { onReconnect } from '../../../lib/connection.ts';
import { pictureRatios, pictureVersion } from '../../../state/picture-ratios.ts';

/** Number of pictures in the first request: about those in view, so that they have their aspect ratio at once. */
const FIRST_NAMES = 60;
/** Pictures of a larger folder have tiles of one size, because the server would read thousands of files. */
const MAX_PICTURES = 10_000;
/** Number of aspect ratios to remember. */
const MAX_KNOWN = 50_000;

/** Versions of images whose size the server does not know, so that they are not requested again. */
const withoutSize = new Set<string>();

/** Returns true for files of which some may be shown as pictures. */
export function hasPictures(files: readonly Entry[]): boolean {
  return pageConfig().EnableThumbs && files.some(({ type }) => type === 'image');
}

/**
 * Loads the sizes of the images in a folder that are not known yet, in the order in which they are shown, and continues
 * after a lost connection. Returns a function that stops it.
 */
export function loadRatios(files: readonly Entry[]): () => void {
  const pictures = files.filter(({ type }) => type === 'image');
  const stopped = new AbortController();
  let isRunning = false;

  const run = async () => {
    if (isRunning || pictures.length > MAX_PICTURES) return;
    isRunning = true;
    try {
      await loadMissing(pictures, stopped.signal);
    } catch {
      // Until the connection is back, pictures have tiles of one size.
    } finally {
      isRunning = false;
    }
  };
  void run();
  const stopFollowing = onReconnect(() => void run());
  return () => {
    stopFollowing();
    stopped.abort();
  };
}

async function loadMissing(pictures: readonly Entry[], signal: AbortSignal): Promise<void> {
  const { known } = pictureRatios.getState();
  const missing = pictures.filter((picture) => {
    const version = pictureVersion(picture);
    return !known.has(version) && !withoutSize.has(version);
  });
  for (let at = 0, count = FIRST_NAMES; at < missing.length; at += count) {
    if (at > 0) count = MAX_PICTURE_NAMES;
    await loadBatch(missing.slice(at, at + count), signal);
  }
}

async function loadBatch(batch: readonly Entry[], signal: AbortSignal): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const names = batch.map(({ name }) => name);
  const sizes = await pictureSizes(parentOf(first.path as TreePath), names, signal);
  const before = pictureRatios.getState().known;
  const known = new Map(before.size > MAX_KNOWN ? [] : before);
  for (const [index, picture] of batch.entries()) {
    const size = sizes[index];
    if (size) known.set(pictureVersion(picture), size[0] / size[1]);
    else {
      if (withoutSize.size > MAX_KNOWN) withoutSize.clear();
      withoutSize.add(pictureVersion(picture));
    }
  }
  pictureRatios.setState({ known });
}
