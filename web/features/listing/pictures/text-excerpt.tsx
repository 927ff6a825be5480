import type { Entry } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { excerptQuery } from '../../../api/pictures.ts';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import styles from './entry-picture.module.css';
import { useSeen } from './seen.ts';

/** First lines of a text, as on a sheet of paper. */
export function TextExcerpt({ entry }: { entry: Entry }) {
  const element = useRef<HTMLPreElement>(null);
  const isSeen = useSeen(element, entry.path);
  const { data = '' } = useQuery({ ...excerptQuery(entry), enabled: isSeen });
  // Binary data with the name of a text keeps its icon.
  const isText = data.trim() !== '' && !data.includes('\0');
  return (
    <>
      <pre ref={element} className={styles.excerpt} data-shown={isText || undefined} dir="auto">
        {isText && <span className={styles.lines}>{data}</span>}
      </pre>
      {isText && (
        <span className={styles.kind}>
          <KindGlyph kind={kindOf(entry)} isSymlink={entry.isSymlink} size={20} />
        </span>
      )}
    </>
  );
}
