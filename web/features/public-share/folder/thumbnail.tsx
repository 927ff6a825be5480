import type { Entry } from '#contract/files.ts';
import { useState } from 'react';
import { callAddress } from '../../../api/http.ts';
import { pageConfig } from '../../../api/page-config.ts';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import { pictureUrl } from '../addresses.ts';
import type { OpenLink } from '../open-link.ts';
import styles from './entry-list.module.css';

/** Icon of an entry, replaced by its thumbnail once loaded. */
export function Thumbnail({ link, entry }: { link: OpenLink; entry: Entry }) {
  const hasPicture =
    pageConfig().EnableThumbs && (entry.type === 'image' || entry.type === 'video');
  return (
    <span className={styles.thumbnail}>
      <KindGlyph kind={kindOf(entry)} linked={entry.isSymlink} size={28} />
      {hasPicture && <Picture address={callAddress(pictureUrl(link, entry, 'thumb'))} />}
    </span>
  );
}

function Picture({ address }: { address: string }) {
  const [state, setState] = useState<'coming' | 'there' | 'none'>('coming');
  if (state === 'none') return null;
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      data-shown={state === 'there' || undefined}
      onLoad={() => setState('there')}
      onError={() => setState('none')}
    />
  );
}
