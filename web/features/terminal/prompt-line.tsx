import { Square } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useRef } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isComposing } from '../../lib/keyboard.ts';
import { isolatePath } from '../../lib/isolate.ts';
import { terminalOpening } from '../../state/terminal-opening.ts';
import {
  type RunContext,
  stopCommand,
  submit,
  terminal,
  walkHistory,
  write,
} from '../../state/terminal/terminal.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { Button } from '../../ui/button.tsx';
import { shortPath } from './folder-of.ts';
import styles from './terminal.module.css';

/** Folder and input line of the terminal. The input is read-only while a command runs. */
export function PromptLine({ ref, context }: { ref: Ref<HTMLInputElement>; context: RunContext }) {
  const { t } = useTranslation();
  const line = useRef<HTMLDivElement>(null);
  const text = useStore(terminal, (state) => state.text);
  const output = useStore(terminal, (state) => state.output);
  const isRunning = useStore(terminalOpening, (state) => state.isRunning);
  // A running command keeps its folder after navigation.
  const folder = (isRunning && output.at(-1)?.folder) || context.folder;

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event;
    if (isComposing(nativeEvent) || isRunning) return;
    if (key === 'Enter') submit(context);
    else if (key === 'ArrowUp') walkHistory(-1);
    else if (key === 'ArrowDown') walkHistory(1);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={line} className={styles.prompt} dir="ltr">
      <bdi className={styles.folder} title={folder}>
        {isolatePath(shortPath(folder))}
      </bdi>
      {isRunning ? (
        <Spinner size={14} />
      ) : (
        <span className={styles.sign} aria-hidden>
          $
        </span>
      )}
      <input
        ref={ref}
        className={styles.field}
        aria-label={t('terminal.command', { folder })}
        placeholder={isRunning ? t('terminal.running') : t('terminal.placeholder')}
        value={text}
        readOnly={isRunning}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        autoComplete="off"
        enterKeyHint="go"
        onChange={({ target }) => write(target.value)}
        onKeyDown={onKeyDown}
        onPaste={pasteOnOneLine}
      />
      {isRunning && (
        <Button
          onClick={() => {
            stopCommand();
            line.current?.querySelector('input')?.focus();
          }}
        >
          <Square size={12} fill="currentColor" aria-hidden />
          {t('terminal.stop')}
        </Button>
      )}
    </div>
  );
}

/** Pasting several lines into a field would join them without spaces. A line that ends with a backslash goes on in the next one, as in a shell. */
function pasteOnOneLine(event: ClipboardEvent<HTMLInputElement>): void {
  const pasted = event.clipboardData.getData('text/plain');
  const field = event.currentTarget;
  if (!/[\r\n]/.test(pasted) || field.readOnly) return;
  event.preventDefault();
  const { selectionStart, selectionEnd, value } = field;
  const before = value.slice(0, selectionStart ?? value.length);
  const after = value.slice(selectionEnd ?? value.length);
  const continued = pasted.replaceAll(/(?<!\\)((?:\\\\)*)\\\r?\n/g, '$1');
  write(before + continued.trim().replaceAll(/\s*[\r\n]+\s*/g, ' ') + after);
}
