import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortcutOf } from '../../lib/keyboard.ts';
import { TextField } from '../../ui/text-field.tsx';
import { chunkSizeText, FALLBACK_CHUNK_BYTES, parseChunkSize } from './chunk-size.ts';
import styles from './admin-settings.module.css';

/** Pause in typing after which the value applies, in milliseconds. */
const PAUSE_MS = 1_500;

/** Field for a size such as `10MB`. The value applies after a pause in typing, or on blur. */
export function ChunkSizeField({
  bytes,
  error,
  onChange,
}: {
  bytes: number;
  error: string | undefined;
  onChange(bytes: number): void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const [wasNoSize, setNoSize] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const apply = (text: string | undefined) => {
    window.clearTimeout(timer.current);
    if (text === undefined) return;
    const meant = parseChunkSize(text);
    setTyped(undefined);
    setNoSize(meant === undefined);
    onChange(meant ?? FALLBACK_CHUNK_BYTES);
  };
  return (
    <div className={styles.chunkSize}>
      <TextField
        label={t('global.chunkSize')}
        hint={t('global.chunkSizeHint')}
        error={error}
        isShort
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        value={typed ?? chunkSizeText(bytes)}
        onChange={({ target }) => {
          setTyped(target.value);
          setNoSize(false);
          window.clearTimeout(timer.current);
          timer.current = window.setTimeout(() => apply(target.value), PAUSE_MS);
        }}
        onBlur={() => apply(typed)}
        onKeyDown={({ nativeEvent }) => {
          // Both save the form.
          if (['Enter', 'Ctrl+S'].includes(shortcutOf(nativeEvent))) apply(typed);
        }}
      />
      <p className={styles.corrected} role="status">
        {wasNoSize && t('global.chunkSizeNow')}
      </p>
    </div>
  );
}
