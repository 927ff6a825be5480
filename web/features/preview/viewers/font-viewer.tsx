import type { FileInfo } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useId, useState } from 'react';
import { contentsQuery } from '../../../api/contents.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { Waiting } from '../waiting.tsx';
import { LoadFailure } from '../../../ui/data-view/load-failure.tsx';
import { Paper } from './document/paper.tsx';
import styles from './font-viewer.module.css';
import type { ViewerProps } from './viewer.ts';

/** Maximum size, twice that of the largest East Asian fonts. */
const MAX_BYTES = 67_108_864;
const SIZES = [12, 16, 20, 28, 40, 56, 72];
const ALPHABETS = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789',
  '.,:;!?’“”()[]{}@#$€£%&*/+−=<>',
];

/** Font specimen with its letters, and a sample sentence in several sizes. */
export function FontViewer({ file, onUnshowable }: ViewerProps) {
  const { t } = useTranslation();
  const { data: bytes, error, refetch } = useQuery(contentsQuery(file, MAX_BYTES));
  const isTooLarge = file.size > MAX_BYTES;
  const font = useFont(isTooLarge ? undefined : bytes);
  const isUnshowable = isTooLarge || font === 'broken';
  useEffect(() => {
    if (isUnshowable) onUnshowable(t('preview.brokenFont'));
  }, [isUnshowable, onUnshowable, t]);

  if (error) return <LoadFailure failure={error} onRetry={() => void refetch()} />;
  if (font === undefined || font === 'broken') return <Waiting />;
  return <Specimen file={file} family={font.family} />;
}

/** Registers the font while it is displayed; undefined while it loads. */
function useFont(bytes: Uint8Array<ArrayBuffer> | undefined): FontFace | 'broken' | undefined {
  const family = `specimen-${useId()}`;
  const [font, setFont] = useState<FontFace | 'broken'>();
  useEffect(() => {
    if (!bytes) return undefined;
    const made = new FontFace(family, bytes);
    let isWanted = true;
    made.load().then(
      () => {
        if (!isWanted) return;
        document.fonts.add(made);
        setFont(made);
      },
      () => isWanted && setFont('broken'),
    );
    return () => {
      isWanted = false;
      document.fonts.delete(made);
    };
  }, [bytes, family]);
  return font;
}

function Specimen({ file, family }: { file: FileInfo; family: string }) {
  const { t } = useTranslation();
  const [sentence, setSentence] = useState<string>();
  const shown = sentence ?? t('preview.fontSentence');
  const inFont = (fontSize: number): CSSProperties => ({ fontFamily: `"${family}"`, fontSize });
  return (
    <Paper label={t('preview.contentsOf', { name: file.name })} isSheet>
      <div className={styles.specimen}>
        <div className={styles.alphabets} style={inFont(32)}>
          {ALPHABETS.map((alphabet) => (
            <p key={alphabet}>{alphabet}</p>
          ))}
        </div>
        <TextField
          label={t('preview.fontTry')}
          value={shown}
          dir="auto"
          onChange={({ target }) => setSentence(target.value)}
        />
        <dl className={styles.sizes}>
          {SIZES.map((size) => (
            <div key={size} className={styles.size}>
              <dt>{size}</dt>
              <dd style={inFont(size)} dir="auto">
                {shown}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Paper>
  );
}
