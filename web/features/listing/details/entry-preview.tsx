import type { Entry } from '#contract/files.ts';
import { previewUrl } from '#contract/previews.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import { callAddress } from '../../../api/http.ts';
import { excerptQuery } from '../../../api/pictures.ts';
import { pageConfig } from '../../../api/page-config.ts';
import { pictureRatios, pictureVersion } from '../../../state/picture-ratios.ts';
import { useUser } from '../../../state/use-session.ts';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import styles from './entry-preview.module.css';

/** Maximum number of icons in the pile that stands for several entries. */
const MAX_ICONS = 3;
/** Limits of the aspect ratio of the frame, width divided by height. A picture beyond them has a frame of the limit. */
const MIN_RATIO = 4 / 5;
const MAX_RATIO = 3;

/**
 * Picture, beginning of a text, or icon of a file; a pile of icons for several entries. Renders nothing for a folder,
 * whose icon is beside its name.
 */
export function EntryPreview({ entries }: { entries: readonly Entry[] }) {
  const [first, ...others] = entries;
  if (others.length > 0 || !first) return <Pile entries={entries.slice(0, MAX_ICONS)} />;
  if (first.isDir) return null;
  return <PreviewOf key={`${first.path} ${first.modified}`} entry={first} />;
}

function Pile({ entries }: { entries: readonly Entry[] }) {
  return (
    <div className={styles.frame} data-kind="pile" aria-hidden>
      {entries.map((entry) => (
        <span key={entry.path} className={styles.sheet}>
          <KindGlyph kind={kindOf(entry)} isSymlink={entry.isSymlink} size={48} />
        </span>
      ))}
    </div>
  );
}

function PreviewOf({ entry }: { entry: Entry }) {
  const mayDownload = useUser()?.perm.download ?? false;
  const [hasFailed, setFailed] = useState(false);
  const { type } = entry;
  const isPicture = type === 'image' || type === 'video';
  if (mayDownload && isPicture && !hasFailed && pageConfig().EnableThumbs) {
    return <PictureOf entry={entry} onFail={() => setFailed(true)} />;
  }
  if (mayDownload && (type === 'text' || type === 'textImmutable') && entry.size > 0) {
    return <Excerpt entry={entry} />;
  }
  return <Glyph entry={entry} />;
}

/** Icon of an entry. `isWaiting` keeps the room for what replaces it. */
function Glyph({ entry, isWaiting = false }: { entry: Entry; isWaiting?: boolean }) {
  return (
    <div className={styles.frame} data-kind={isWaiting ? undefined : 'glyph'} aria-hidden>
      <KindGlyph kind={kindOf(entry)} isSymlink={entry.isSymlink} size={isWaiting ? 80 : 64} />
    </div>
  );
}

function PictureOf({ entry, onFail }: { entry: Entry; onFail(): void }) {
  const [isLoaded, setLoaded] = useState(false);
  const known = useStore(pictureRatios, (ratios) => ratios.known.get(pictureVersion(entry)));
  const [loaded, setLoadedRatio] = useState<number>();
  const ratio = loaded ?? known;
  const { path, modified, type } = entry;
  const size = type === 'image' && pageConfig().ResizePreview ? 'big' : 'thumb';
  return (
    <div
      className={styles.frame}
      data-kind={isLoaded ? 'picture' : 'coming'}
      // Small previews are square, so they say nothing about the picture.
      style={size === 'big' && ratio !== undefined ? { aspectRatio: frameRatio(ratio) } : undefined}
      aria-hidden
    >
      {!isLoaded && <KindGlyph kind={kindOf(entry)} isSymlink={entry.isSymlink} size={80} />}
      <img
        className={styles.picture}
        data-size={size}
        data-loaded={isLoaded || undefined}
        src={callAddress(previewUrl(size, path, modified))}
        alt=""
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          setLoaded(true);
          const natural = naturalWidth / naturalHeight;
          if (Number.isFinite(natural)) setLoadedRatio(natural);
        }}
        onError={onFail}
      />
    </div>
  );
}

/** Returns the aspect ratio of the frame of a picture with this ratio. */
const frameRatio = (ratio: number) => Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratio));

function Excerpt({ entry }: { entry: Entry }) {
  const { data } = useQuery(excerptQuery(entry));
  if (data === undefined) return <Glyph entry={entry} isWaiting />;
  return (
    <div className={styles.frame} data-kind="text" aria-hidden>
      <pre className={styles.excerpt} dir="auto">
        {data}
      </pre>
    </div>
  );
}
