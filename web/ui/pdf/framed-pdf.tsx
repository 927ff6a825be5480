import type { ReactNode } from 'react';
import { SlotContainer } from '../slots.tsx';
import type { PdfSource } from './load-pdf.ts';
import { PdfReader } from './pdf-reader.tsx';
import styles from './pdf.module.css';

/** PDF below its tools, for a part of a page or a dialog. */
export function FramedPdf({
  source,
  name,
  waiting,
  onError,
}: {
  source: PdfSource;
  /** Name of the file. */
  name: string;
  /** Shown until the document can be displayed. */
  waiting: ReactNode;
  /** Reports that the file is damaged or did not arrive. */
  onError(): void;
}) {
  return (
    <div className={styles.framed}>
      <SlotContainer name="framed-tools" className={styles.tools} />
      <PdfReader
        source={source}
        name={name}
        keys="dialog-viewer"
        takesFocus={false}
        offersTab={false}
        waiting={waiting}
        onBroken={onError}
        onFailed={onError}
      />
    </div>
  );
}
