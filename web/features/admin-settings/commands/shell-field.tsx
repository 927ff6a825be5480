import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './commands.module.css';

/** Field for the shell that runs commands, one argument per line. */
export function ShellField({
  shell,
  hasShell,
  error,
  onChange,
}: {
  shell: readonly string[];
  /** True if a shell is set. */
  hasShell: boolean;
  error: string | undefined;
  onChange(shell: string[]): void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  // Keeps an empty line while the next argument is typed.
  const isTyped = wordsIn(typed).join('\n') === shell.join('\n');
  const text = isTyped ? typed : shell.join('\n');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {t('commands.shell')}
      </label>
      <textarea
        id={id}
        className={styles.text}
        rows={Math.min(6, Math.max(2, text.split('\n').length))}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={`${id}-hint`}
        value={text}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(wordsIn(target.value));
        }}
      />
      {error !== undefined && (
        <p className={styles.problem} role="alert">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className={styles.note}>
        {t('commands.shellHint')}
      </p>
      <div role="status">
        {shell.length > 0 && (
          <p className={styles.warning}>
            <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
            <span>{t(hasShell ? 'commands.shellFull' : 'commands.shellNotAllowed')}</span>
          </p>
        )}
      </div>
    </div>
  );
}

function wordsIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
