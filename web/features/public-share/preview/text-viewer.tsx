import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { readFirstBytes } from '../../../api/public-files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { blocksOf } from '../../../lib/text-encoding/blocks-of.ts';
import { textOf } from '../../../lib/text-encoding/text-of.ts';
import { bytesUrl } from '../addresses.ts';
import { useFormats } from '../use-formats.ts';
import { previewKindOf } from './preview-kind.ts';
import { useAnswer } from './use-answer.ts';
import type { ViewerProps } from './viewer-props.ts';
import styles from './viewers.module.css';
import { Waiting } from './waiting.tsx';

/** Maximum number of displayed bytes. */
const MAX_BYTES = 262_144;

async function loadMarkdown() {
  return { default: (await import('./markdown-document.tsx')).MarkdownDocument };
}

/** Shows the beginning of a text in its encoding, and Markdown as a document. */
export function TextViewer(props: ViewerProps) {
  const { share, file, onFailed } = props;
  const { t } = useTranslation();
  const { size } = useFormats();
  // After a failure, only a new one loads again.
  const [MarkdownDocument] = useState(() => lazy(loadMarkdown));
  const url = bytesUrl(share, file, { inline: true });
  const answer = useAnswer(url, (signal) => readFirstBytes(url, file.size, MAX_BYTES, signal));
  const isCut = file.size > MAX_BYTES;
  const bytes = answer.state === 'there' ? answer.data : undefined;
  const text = useMemo(() => bytes && textOf(bytes, { isCut }), [bytes, isCut]);
  const isUnshowable = answer.state === 'failed' || (bytes !== undefined && text === undefined);
  useEffect(() => {
    if (isUnshowable) onFailed();
  }, [isUnshowable, onFailed]);

  if (text === undefined) return <Waiting />;
  if (text === '') return <p className={styles.empty}>{t('viewer.emptyFile')}</p>;
  return (
    <div
      className={styles.paper}
      role="region"
      aria-label={t('viewer.contentsOf', { name: file.name })}
      // Scrollable areas must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {isCut && (
        <p className={styles.firstPart} role="note">
          {t('viewer.firstPart', { shown: size(MAX_BYTES), size: size(file.size) })}
        </p>
      )}
      {previewKindOf(file) === 'markdown' ? (
        <Suspense fallback={<Waiting />}>
          <MarkdownDocument share={share} file={file} text={text} />
        </Suspense>
      ) : (
        <Blocks text={text} />
      )}
    </div>
  );
}

function Blocks({ text }: { text: string }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div className={styles.text} dir="auto">
      {blocks.map((block, index) => (
        // A text that is shown does not change.
        // oxlint-disable-next-line react/no-array-index-key
        <pre key={index}>{block}</pre>
      ))}
    </div>
  );
}
