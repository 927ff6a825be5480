import type { Entry } from '#contract/files.ts';
import { previewUrl } from '#contract/previews.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callAddress } from '../../../api/http.ts';
import { folderPicturesQuery } from '../../../api/pictures.ts';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import styles from './entry-picture.module.css';
import { useSeen } from './seen.ts';

/** Up to four pictures of a folder, side by side. */
export function FolderCollage({
  entry: { path, modified, isSymlink },
  isSmall,
}: {
  entry: Entry;
  isSmall: boolean;
}) {
  const element = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(element, path);
  const { data = [] } = useQuery({ ...folderPicturesQuery(path, modified), enabled: isSeen });
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const [isShown, setShown] = useState(false);
  const pictures = data.filter((picture) => !failed.has(picture.path));
  return (
    <span
      ref={element}
      className={styles.collage}
      data-count={pictures.length}
      data-shown={(isShown && pictures.length > 0) || undefined}
    >
      {pictures.map((picture) => (
        <img
          key={picture.path}
          src={callAddress(previewUrl('thumb', picture.path, picture.modified))}
          alt=""
          decoding="async"
          fetchPriority="low"
          draggable={false}
          onLoad={() => setShown(true)}
          onError={() => setFailed(new Set([...failed, picture.path]))}
        />
      ))}
      <span className={styles.kind} data-small={isSmall || undefined}>
        <KindGlyph kind="folder" linked={isSymlink} size={isSmall ? 12 : 20} />
      </span>
    </span>
  );
}
