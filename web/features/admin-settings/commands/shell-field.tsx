import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { LinesField } from '../../../ui/form/lines-field.tsx';
import { Warning } from '../../../ui/warning.tsx';

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
  const [typed, setTyped] = useState('');
  // Keeps an empty line while the next argument is typed.
  const isTyped = wordsIn(typed).join('\n') === shell.join('\n');
  const text = isTyped ? typed : shell.join('\n');
  return (
    <LinesField
      label={t('commands.shell')}
      hint={t('commands.shellHint')}
      error={error}
      maxRows={6}
      value={text}
      onChange={(next) => {
        setTyped(next);
        onChange(wordsIn(next));
      }}
    >
      <div role="status">
        {shell.length > 0 && (
          <Warning isFramed>
            {t(hasShell ? 'commands.shellFull' : 'commands.shellNotAllowed')}
          </Warning>
        )}
      </div>
    </LinesField>
  );
}

function wordsIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
