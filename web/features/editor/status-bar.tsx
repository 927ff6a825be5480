import { type ReactNode, useId } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LINE_ENDS, type LineEnd } from '../../lib/text-encoding/line-ends.ts';
import { ENCODINGS, type Encoding } from '../../lib/text-encoding/text-encoding.ts';
import { toasts } from '../../state/toasts.ts';
import { useFormats } from '../../state/use-formats.ts';
import { Select } from '../../ui/select.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './editor.module.css';
import type { EditorSession } from './session/editor-session.ts';
import { askForLine } from './use-opened-text.ts';

/** Cursor position, encoding, line endings and language. */
export function StatusBar({ text }: { text: EditorSession }) {
  const { t } = useTranslation();
  const { size } = useFormats();
  const facts = useStore(text.facts);
  return (
    <footer className={styles.status} aria-label={t('editor.status')}>
      <CursorButton text={text} />
      <span className={styles.gap} />
      {text.isReadOnly && <span>{t('editor.readOnly')}</span>}
      <bdi className={styles.size}>{size(facts.size)}</bdi>
      <LineEndChoice text={text} />
      <EncodingChoice text={text} />
      <LanguageChoice text={text} />
    </footer>
  );
}

function CursorButton({ text }: { text: EditorSession }) {
  const { t } = useTranslation();
  const { line, column, selected, count } = useStore(text.facts, ({ cursor }) => cursor);
  // Plain digits, as compilers write them.
  const position = { line: `${line}`, column: `${column}` };
  return (
    <>
      <button
        type="button"
        className={styles.statusButton}
        aria-label={t('editor.cursorLabel', position)}
        onClick={() => askForLine(text)}
      >
        {t('editor.cursor', position)}
      </button>
      {count > 1 && <span className={styles.count}>{t('editor.cursors', { count })}</span>}
      {selected > 0 && (
        <span className={styles.count}>{t('editor.selected', { count: selected })}</span>
      )}
    </>
  );
}

const LINE_END_NAMES = { '\n': 'lf', '\r\n': 'crlf', '\r': 'cr' } as const;
const MIXED = 'mixed';

function LineEndChoice({ text }: { text: EditorSession }) {
  const { t } = useTranslation();
  const { lineEnd, isMixed } = useStore(text.facts);
  const nameOf = (end: LineEnd) => t(`editor.lineEnds.${LINE_END_NAMES[end]}`);
  return (
    <Choice
      label={t('editor.lineEnd')}
      value={isMixed ? MIXED : lineEnd}
      isFixed={text.isReadOnly}
      onChoose={(value) => {
        const end = LINE_ENDS.find((known) => known === value);
        if (end !== undefined) text.setLineEnd(end);
      }}
    >
      {isMixed && (
        <option value={MIXED}>{t('editor.lineEnds.mixed', { end: nameOf(lineEnd) })}</option>
      )}
      {LINE_ENDS.map((end) => (
        <option key={end} value={end}>
          {nameOf(end)}
        </option>
      ))}
    </Choice>
  );
}

const READ = 'read:';

/** Selects an encoding, either to decode the file again or to save it. */
function EncodingChoice({ text }: { text: EditorSession }) {
  const { t } = useTranslation();
  const { encoding, readable } = useStore(text.facts);
  const nameOf = (known: Encoding) => t(`editor.encodings.${known}`);
  const others = readable.filter((known) => known !== encoding);
  const choose = (value: string) => {
    const isRead = value.startsWith(READ);
    const wanted = ENCODINGS.find((known) => known === value.slice(isRead ? READ.length : 0));
    if (wanted === undefined) return;
    if (isRead) text.readAs(wanted);
    else text.saveAs(wanted);
  };
  return (
    <Choice label={t('editor.encoding')} value={encoding} isFixed={false} onChoose={choose}>
      {others.length > 0 && (
        <optgroup label={t('editor.reopenWith')}>
          {others.map((known) => (
            <option key={known} value={READ + known}>
              {nameOf(known)}
            </option>
          ))}
        </optgroup>
      )}
      <optgroup label={t('editor.saveWith')}>
        {ENCODINGS.map((known) => (
          <option key={known} value={known} disabled={text.isReadOnly && known !== encoding}>
            {nameOf(known)}
          </option>
        ))}
      </optgroup>
    </Choice>
  );
}

function LanguageChoice({ text }: { text: EditorSession }) {
  const { t } = useTranslation();
  const { language, languages } = useStore(text.facts);
  const choose = (name: string) => {
    text.highlightAs(name === '' ? undefined : name).catch(() => {
      const message = t('editor.languageFailed', { language: name });
      toasts.getState().show('info', message);
    });
  };
  return (
    <Choice label={t('editor.language')} value={language ?? ''} isFixed={false} onChoose={choose}>
      <option value="">{t('editor.plainText')}</option>
      {languages.length === 0 && language !== undefined && <option>{language}</option>}
      {languages.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </Choice>
  );
}

function Choice({
  label,
  value,
  isFixed,
  onChoose,
  children,
}: {
  label: string;
  value: string;
  isFixed: boolean;
  onChoose(value: string): void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <span className={styles.choice}>
      <VisuallyHidden>
        <label htmlFor={id}>{label}</label>
      </VisuallyHidden>
      <Select
        look="quiet"
        id={id}
        title={label}
        value={value}
        disabled={isFixed}
        onChange={({ target }) => onChoose(target.value)}
      >
        {children}
      </Select>
    </span>
  );
}
