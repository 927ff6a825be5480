import type { Entry } from '#contract/files.ts';
import { type PreviewSize, previewUrl } from '#contract/previews.ts';
import { useEffect, useRef, useState } from 'react';
import { callAddress } from '../../../api/http.ts';
import { pageConfig } from '../../../api/page-config.ts';
import { isOffline, onReconnect } from '../../../lib/connection.ts';
import { pictureVersion } from '../../../state/picture-ratios.ts';
import { useUser } from '../../../state/use-session.ts';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import styles from './entry-picture.module.css';
import { FirstPage } from './first-page.tsx';
import { FolderCover } from './folder-cover.tsx';
import { whileSeen } from './seen.ts';
import { TextExcerpt } from './text-excerpt.tsx';

/** A picture that loads faster than this comes from the cache and appears without animation. */
const AT_ONCE_MS = 60;
/** Usual widths of small previews in pixels. They look blurred at more than twice this width. */
const SMALL_SIDES = { thumb: 256, tile: 480 } as const;

/**
 * Number of failed requests by version of a file. The connection or a busy server may be the reason, so a picture is
 * requested once more when its tile appears again; after that, not until the browser has been offline or the page is
 * loaded again.
 */
const failures = new Map<string, number>();
const MAX_FAILURES = 2;

/**
 * Picture of an entry, shown over its icon once it is loaded: an image, a frame of a video, some pictures of a folder in its icon, the first page
 * of a PDF, or the beginning of a text. Other entries have none.
 */
export function EntryPicture({
  entry,
  isSmall = false,
  iconSize = 24,
  isWhole = false,
}: {
  entry: Entry;
  isSmall?: boolean;
  iconSize?: number;
  isWhole?: boolean;
}) {
  const mayDownload = useUser()?.perm.download ?? false;
  const version = pictureVersion(entry);
  const { type, isDir, size } = entry;
  if (!mayDownload || type === 'invalid_link') return null;
  // A changed entry starts over.
  if (isDir) return <FolderCover key={version} entry={entry} size={iconSize} />;
  if ((type === 'text' || type === 'textImmutable') && size > 0)
    return <TextExcerpt key={version} entry={entry} />;
  if (type === 'pdf' && size > 0) return <FirstPage key={version} entry={entry} />;
  if (type !== 'image' && type !== 'video') return null;
  const asked = { entry, version, isSmall, isWhole: isWhole && type === 'image' };
  return <PictureOfVersion key={version} {...asked} />;
}

interface PictureProps {
  entry: Entry;
  isSmall: boolean;
  isWhole: boolean;
}

function PictureOfVersion({ version, ...picture }: PictureProps & { version: string }) {
  const [failed, setFailed] = useState((failures.get(version) ?? 0) >= MAX_FAILURES);
  useEffect(
    () =>
      onReconnect(() => {
        failures.delete(version);
        setFailed(false);
      }),
    [version],
  );
  if (failed) return null;
  const onFail = () => {
    // Being offline does not count as a failure of the file.
    if (!isOffline()) failures.set(version, (failures.get(version) ?? 0) + 1);
    setFailed(true);
  };
  return <Picture {...picture} onFail={onFail} />;
}

function Picture({ entry, isSmall, isWhole, onFail }: PictureProps & { onFail(): void }) {
  const image = useRef<HTMLImageElement>(null);
  const [shown, setShown] = useState<'at once' | 'slowly'>();
  const askedAt = useRef(0);
  const hasWhole = useRef(isWhole);
  const { path, modified, type } = entry;

  useEffect(() => {
    const element = image.current;
    if (element === null) return undefined;
    return whileSeen(element, path, {
      onRest() {
        // Once its size is known, the whole picture replaces the middle.
        if (element.hasAttribute('src') && hasWhole.current === isWhole) return;
        hasWhole.current = isWhole;
        askedAt.current = performance.now();
        const size = sizeFor(element.clientWidth, { type, isWhole });
        element.src = callAddress(previewUrl(size, path, modified));
      },
      // Cancels a pending request. A loaded picture stays.
      onLeave() {
        if (!element.complete) element.removeAttribute('src');
      },
    });
  }, [path, modified, type, isWhole]);

  const onLoad = () =>
    setShown(performance.now() - askedAt.current < AT_ONCE_MS ? 'at once' : 'slowly');

  return (
    <>
      <img
        ref={image}
        className={styles.picture}
        data-shown={shown}
        alt=""
        decoding="async"
        fetchPriority="low"
        draggable={false}
        onLoad={onLoad}
        onError={onFail}
      />
      {shown !== undefined && (type === 'video' || entry.isSymlink) && (
        <span className={styles.kind} data-small={isSmall || undefined}>
          <KindGlyph kind={kindOf(entry)} isSymlink={entry.isSymlink} size={isSmall ? 12 : 20} />
        </span>
      )}
    </>
  );
}

/** Returns the preview size for a tile on this screen. Without large previews, always a small one. */
function sizeFor(
  width: number,
  { type, isWhole }: { type: Entry['type']; isWhole: boolean },
): PreviewSize {
  const small = isWhole ? 'tile' : 'thumb';
  const isCoarse = width * window.devicePixelRatio > 2 * SMALL_SIDES[small];
  return isCoarse && type === 'image' && pageConfig().ResizePreview ? 'big' : small;
}
