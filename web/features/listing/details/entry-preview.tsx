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

/** Most entries whose icons lie on the pile of a selection. */
const PILE = 3;
/** Ratios of the frame of a picture, width divided by height. What is higher or wider stands in a frame of these. */
const HIGHEST = 4 / 5;
const WIDEST = 3;

/** Picture, beginning of a text, or icon of a file; a pile of icons for several entries. The icon of a folder is beside its name already. */
export function EntryPreview({ entries }: { entries: readonly Entry[] }) {
  const [first, ...others] = entries;
  if (others.length > 0 || !first) return <Pile entries={entries.slice(0, PILE)} />;
  if (first.isDir) return null;
  return <PreviewOf key={`${first.path} ${first.modified}`} entry={first} />;
}

function Pile({ entries }: { entries: readonly Entry[] }) {
  return (
    <div className={styles.frame} data-kind="pile" aria-hidden>
      {entries.map((entry) => (
        <span key={entry.path} className={styles.sheet}>
          <KindGlyph kind={kindOf(entry)} linked={entry.isSymlink} size={48} />
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
      <KindGlyph kind={kindOf(entry)} linked={entry.isSymlink} size={isWaiting ? 80 : 64} />
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
      style={size === 'big' && ratio !== undefined ? { aspectRatio: within(ratio) } : undefined}
      aria-hidden
    >
      {!isLoaded && <KindGlyph kind={kindOf(entry)} linked={entry.isSymlink} size={80} />}
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

/** Returns the ratio of the frame of a picture. */
const within = (ratio: number) => Math.min(WIDEST, Math.max(HIGHEST, ratio));

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
