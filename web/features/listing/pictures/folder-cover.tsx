import type { Entry } from '#contract/files.ts';
import { previewUrl } from '#contract/previews.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { callAddress } from '../../../api/http.ts';
import { folderPicturesQuery } from '../../../api/pictures.ts';
import { SymlinkBadge } from '../../../ui/kind-glyph.tsx';
import styles from './entry-picture.module.css';
import { useSeen } from './seen.ts';

/** Number of pictures that fit side by side. */
const MAX_PICTURES = 2;
/** Window in the front of the icon of a folder, on its grid of 24 pixels. */
const WINDOW = { x: 3.4, y: 9.4, width: 17.2, height: 8.8 };
const GAP = 0.4;

/** Up to two pictures of a folder in the front of its icon, which stays recognizable as a folder. Covers the icon below it. */
export function FolderCover({
  entry: { path, modified, isSymlink },
  size,
}: {
  entry: Entry;
  /** Size of the icon below in pixels. */
  size: number;
}) {
  const element = useRef<SVGSVGElement>(null);
  const clip = useId();
  const isSeen = useSeen(element, path);
  const { data = [] } = useQuery({ ...folderPicturesQuery(path, modified), enabled: isSeen });
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const [isShown, setShown] = useState(false);
  const pictures = data.filter((picture) => !failed.has(picture.path)).slice(0, MAX_PICTURES);
  const width = (WINDOW.width - GAP * (pictures.length - 1)) / pictures.length;
  return (
    <svg
      ref={element}
      className={styles.cover}
      data-shown={(isShown && pictures.length > 0) || undefined}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden
    >
      <path d="M2.5 8.5h19v8.9c0 1-.8 1.8-1.8 1.8H4.3c-1 0-1.8-.8-1.8-1.8z" />
      <clipPath id={clip}>
        <rect {...WINDOW} rx="1.1" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {pictures.map((picture, index) => (
          <image
            key={picture.path}
            href={callAddress(previewUrl('thumb', picture.path, picture.modified))}
            x={WINDOW.x + index * (width + GAP)}
            y={WINDOW.y}
            width={width}
            height={WINDOW.height}
            preserveAspectRatio="xMidYMid slice"
            onLoad={() => setShown(true)}
            onError={() => setFailed(new Set([...failed, picture.path]))}
          />
        ))}
      </g>
      {isSymlink && <SymlinkBadge />}
    </svg>
  );
}
