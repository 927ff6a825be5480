import type { Entry } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { firstPageQuery } from './draw-first-page.ts';
import styles from './entry-picture.module.css';
import { useSeen } from './seen.ts';

/** Top of the first page of a PDF. */
export function FirstPage({ entry: { path, modified, isSymlink } }: { entry: Entry }) {
  const element = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(element, path);
  const { data } = useQuery({ ...firstPageQuery(path, modified), enabled: isSeen });
  return (
    <span ref={element} className={styles.page} data-shown={data !== undefined || undefined}>
      {data && <ImageOf data={data} />}
      <span className={styles.kind}>
        <KindGlyph kind="pdf" isSymlink={isSymlink} size={20} />
      </span>
    </span>
  );
}

/** Image whose data has an address only while it is shown. */
function ImageOf({ data }: { data: Blob }) {
  const image = useRef<HTMLImageElement>(null);
  useLayoutEffect(() => {
    const address = URL.createObjectURL(data);
    if (image.current) image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [data]);
  return <img ref={image} alt="" draggable={false} />;
}
