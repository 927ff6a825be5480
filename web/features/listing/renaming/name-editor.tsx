import type { Entry } from '#contract/files.ts';
import { type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useNewName } from '../dialogs/use-new-name.ts';
import styles from './name-editor.module.css';

/** Field in the place of an entry's name. Enter and leaving the field rename; Escape does not. */
export function NameEditor({
  entry,
  typed,
  onFocus,
  onEnd,
}: {
  entry: Entry;
  /** Text that was typed before the field had the focus. It replaces the part before the extension. */
  typed: string;
  onFocus(): void;
  onEnd(): void;
}) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const hasEnded = useRef(false);
  const problemId = useId();
  const { name, problem, change, submit } = useNewName(entry, field, typed);

  useEffect(() => {
    // A menu that closes gives the focus back first.
    const timer = setTimeout(() => field.current?.focus());
    return () => clearTimeout(timer);
  }, []);

  const end = () => {
    hasEnded.current = true;
    onEnd();
  };
  const endAtRow = () => {
    const row = field.current?.closest<HTMLElement>('[data-index]');
    end();
    row?.focus({ preventScroll: true });
  };
  return (
    <span
      role="presentation"
      className={styles.editor}
      // Keys, clicks and drags in the field are not meant for the listing.
      onKeyDown={stop}
      onPointerDown={stop}
      onMouseDown={stop}
      onClick={stop}
      onDoubleClick={stop}
      onContextMenu={stop}
    >
      <input
        ref={field}
        className={styles.field}
        value={name}
        aria-label={t('prompts.name')}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        dir="auto"
        enterKeyHint="done"
        onFocus={onFocus}
        onChange={({ target }) => change(target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') endAtRow();
          else if (event.key === 'Enter' && submit()) endAtRow();
          else return;
          event.preventDefault();
        }}
        onBlur={() => {
          // The window may have lost the focus.
          if (hasEnded.current || !document.hasFocus()) return;
          submit();
          end();
        }}
      />
      {problem !== undefined && (
        <span id={problemId} className={styles.problem} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}

function stop(event: SyntheticEvent): void {
  event.stopPropagation();
}
