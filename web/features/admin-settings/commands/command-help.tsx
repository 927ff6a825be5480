import { COMMAND_VARIABLES } from '#contract/commands.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './commands.module.css';

/** Explains the syntax and variables of commands. */
export function CommandHelp() {
  const { t } = useTranslation();
  return (
    <details className={styles.details}>
      <summary>{t('commands.help')}</summary>
      <div className={styles.help}>
        <p>{t('commands.helpQuoting')}</p>
        <p>{t('commands.helpVariables')}</p>
        <dl className={styles.variables}>
          {COMMAND_VARIABLES.map((name) => (
            <div key={name} className={styles.variable}>
              <dt dir="ltr">${name}</dt>
              <dd>{t(`commands.variables.${name}`)}</dd>
            </div>
          ))}
        </dl>
        <p>{t('commands.helpEnvironment')}</p>
        <p>{t('commands.background')}</p>
        <p>{t('commands.helpFailure')}</p>
      </div>
    </details>
  );
}
