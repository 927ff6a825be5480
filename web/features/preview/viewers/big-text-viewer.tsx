import { useMemo } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFormats } from '../../../state/use-formats.ts';
import styles from './big-text-viewer.module.css';
import { blocksOf } from '../../../lib/text-encoding/blocks-of.ts';
import { FirstPart } from './document/first-part.tsx';
import { Paper } from './document/paper.tsx';
import { TextDocument } from './document/text-document.tsx';
import type { ViewerProps } from './viewer.ts';

/** Maximum number of displayed bytes. */
const MAX_BYTES = 524_288;

/** Shows the beginning of a text that is too large for the editor, or was detected by its bytes. */
export function BigTextViewer({ file, onUnshowable }: ViewerProps) {
  const { t } = useTranslation();
  const { size } = useFormats();
  return (
    <TextDocument file={file} mostBytes={MAX_BYTES} onUnshowable={onUnshowable}>
      {(text) => (
        <Paper label={t('preview.contentsOf', { name: file.name })}>
          {file.size > MAX_BYTES && (
            <FirstPart
              file={file}
              words={t('preview.firstPart', { shown: size(MAX_BYTES), size: size(file.size) })}
            />
          )}
          <Blocks text={text} />
        </Paper>
      )}
    </TextDocument>
  );
}

function Blocks({ text }: { text: string }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div className={styles.text} dir="auto">
      {blocks.map((block, index) => (
        // A text that is shown does not change.
        // oxlint-disable-next-line react/no-array-index-key
        <pre key={index} className={styles.block}>
          {block}
        </pre>
      ))}
    </div>
  );
}
