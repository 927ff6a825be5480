import type { RefObject } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { usePageConfig } from '../../state/use-page-config.ts';
import { useUser } from '../../state/use-session.ts';
import { CLEAR, EXIT, write } from '../../state/terminal/terminal.ts';
import styles from './terminal.module.css';

/** Before anything has been run: what may be. */
export function FirstHint({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { t, dir } = useTranslation();
  const { ShellAccess } = usePageConfig();
  const commands = useUser()?.commands ?? [];
  const begin = (command: string) => {
    write(`${command} `);
    field.current?.focus();
  };
  return (
    <div className={styles.hint} dir={dir}>
      {ShellAccess && commands.length > 0 && <p>{t('terminal.fullAccessHint')}</p>}
      <p>{t(commands.length === 0 ? 'terminal.noneAllowed' : 'terminal.allowed')}</p>
      {commands.length > 0 && (
        <ul className={styles.commands}>
          {commands.map((command) => (
            <li key={command}>
              <button type="button" onClick={() => begin(command)}>
                <bdi>{command}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p>{t('terminal.local', { clear: CLEAR, exit: EXIT })}</p>
    </div>
  );
}
