import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type Destination, type PdfPosition, positionOf } from './destinations.ts';
import styles from './pdf.module.css';

/** Entry of the table of contents. */
export interface OutlineItem {
  readonly title: string;
  readonly dest: Destination | null;
  readonly url: string | null;
  readonly items: readonly OutlineItem[];
}

/** Returns the table of contents; an empty one for documents without, and until it is loaded. */
export function useOutline(pdf: PDFDocumentProxy): readonly OutlineItem[] {
  const [outline, setOutline] = useState<readonly OutlineItem[]>([]);
  useEffect(() => {
    let isWanted = true;
    pdf.getOutline().then(
      // The types say that there is always one.
      (items: readonly OutlineItem[] | null) => isWanted && setOutline(items ?? []),
      // A document whose table of contents is damaged is shown without it.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [pdf]);
  return outline;
}

/** Table of contents beside the pages. */
export function PdfOutline({
  pdf,
  items,
  onGo,
}: {
  pdf: PDFDocumentProxy;
  items: readonly OutlineItem[];
  onGo(position: PdfPosition): void;
}) {
  const { t } = useTranslation();
  const open = async ({ dest }: OutlineItem) => {
    const position = dest === null ? undefined : await positionOf(pdf, dest);
    if (position) onGo(position);
  };
  return (
    <nav className={styles.outline} aria-label={t('pdf.outline')}>
      <OutlineList items={items} onOpen={(item) => void open(item)} />
    </nav>
  );
}

function OutlineList({
  items,
  onOpen,
}: {
  items: readonly OutlineItem[];
  onOpen(item: OutlineItem): void;
}) {
  return (
    <ul className={styles.outlineList}>
      {items.map((item, index) => (
        // The entries never change, and titles may repeat.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <OutlineEntry item={item} onOpen={onOpen} />
          {item.items.length > 0 && <OutlineList items={item.items} onOpen={onOpen} />}
        </li>
      ))}
    </ul>
  );
}

function OutlineEntry({ item, onOpen }: { item: OutlineItem; onOpen(item: OutlineItem): void }) {
  const title = <bdi>{item.title}</bdi>;
  if (item.url !== null) {
    return (
      <a className={styles.outlineEntry} href={item.url} target="_blank" rel="noopener noreferrer">
        {title}
      </a>
    );
  }
  return (
    <button type="button" className={styles.outlineEntry} onClick={() => onOpen(item)}>
      {title}
    </button>
  );
}
