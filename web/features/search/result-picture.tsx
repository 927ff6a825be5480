import type { Entry } from '#contract/files.ts';
import { previewUrl } from '#contract/previews.ts';
import { useState } from 'react';
import { callAddress } from '../../api/http.ts';
import { pageConfig } from '../../api/page-config.ts';
import { useUser } from '../../state/use-session.ts';
import styles from './result-row.module.css';

/** Small picture of an image or video over its icon, where the operator has thumbnails. */
export function ResultPicture({ entry: { type, path, modified } }: { entry: Entry }) {
  const mayDownload = useUser()?.perm.download === true;
  const [isLoaded, setLoaded] = useState(false);
  const isPicture = type === 'image' || type === 'video';
  if (!mayDownload || !isPicture || !pageConfig().EnableThumbs) return null;
  return (
    <img
      className={styles.picture}
      data-loaded={isLoaded || undefined}
      src={callAddress(previewUrl('thumb', path, modified))}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={() => setLoaded(true)}
    />
  );
}
