import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { TextField } from '../text-field.tsx';
import { Warning } from '../warning.tsx';
import styles from './allowed-commands-field.module.css';
import { allowsAnyCommand } from './allows-any-command.ts';

/** Field for the commands that a user may run, separated by spaces. Uses the `permissions` translations. */
export function AllowedCommandsField({
  commands,
  mayRun,
  hasShell,
  error,
  onChange,
}: {
  commands: readonly string[];
  /** True if the user has the permission to run commands. */
  mayRun: boolean;
  /** True if commands run in a shell. */
  hasShell: boolean;
  error: string | undefined;
  onChange(commands: string[]): void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  // Keeps a trailing space while the next command is typed.
  const isTyped = commandsIn(typed).join(' ') === commands.join(' ');
  const invalid = commands.find(isRelativePath);
  return (
    <div className={styles.field}>
      <TextField
        label={t('permissions.commands')}
        hint={t(mayRun ? 'permissions.commandsHint' : 'permissions.commandsNeedExecute')}
        error={
          invalid === undefined ? error : t('permissions.commandNotAbsolute', { name: invalid })
        }
        disabled={!mayRun}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        placeholder="git ls /usr/bin/du"
        value={isTyped ? typed : commands.join(' ')}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(commandsIn(target.value));
        }}
      />
      <div role="status">
        {mayRun && <CommandWarning commands={commands} hasShell={hasShell} />}
      </div>
    </div>
  );
}

function CommandWarning({
  commands,
  hasShell,
}: {
  commands: readonly string[];
  hasShell: boolean;
}) {
  const { t, locale } = useTranslation();
  const runners = commands.filter(allowsAnyCommand);
  if (commands.length === 0 || (!hasShell && runners.length === 0)) return null;
  const names = new Intl.ListFormat(locale, { type: 'disjunction' }).format(runners);
  return (
    <Warning isFramed>
      {hasShell
        ? t('permissions.commandsByShell')
        : t('permissions.commandsGiveEverything', { names })}
    </Warning>
  );
}

/** Splits commands at spaces. */
function commandsIn(text: string): string[] {
  return text.split(/\s+/).filter((command) => command !== '');
}

/** Returns true for a path that is not absolute, which is not allowed as a command. */
function isRelativePath(command: string): boolean {
  return command.includes('/') && !command.startsWith('/');
}
