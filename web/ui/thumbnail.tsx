import { useState } from 'react';
import { KindGlyph } from './kind-glyph.tsx';
import type { Kind } from './kind-of.ts';
import styles from './thumbnail.module.css';

/** Small picture of an item in a row, or the icon of its kind without an address and when the picture cannot be loaded. */
export function Thumbnail({
  address,
  kind,
  isSymlink = false,
}: {
  address: string | undefined;
  kind: Kind;
  isSymlink?: boolean;
}) {
  const [failed, setFailed] = useState<string>();
  if (address === undefined || address === failed)
    return <KindGlyph kind={kind} isSymlink={isSymlink} />;
  return (
    <img
      className={styles.thumbnail}
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(address)}
    />
  );
}
