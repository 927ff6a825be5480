import { useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './search-overlay.module.css';

/** Switch between searching the displayed folder and all files. */
export function ScopeSwitch({
  folder,
  chosen,
  onChoose,
}: {
  /** Path of the displayed folder. */
  folder: string;
  /** Path of the searched folder; '' for all files. */
  chosen: string;
  onChoose(folder: string): void;
}) {
  const { t } = useTranslation();
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  return (
    <div className={styles.scope} role="radiogroup" aria-label={t('search.scope')}>
      <Choice isChosen={chosen === folder} onChoose={() => onChoose(folder)}>
        {t('search.thisFolder', { name })}
      </Choice>
      <Choice isChosen={chosen === ''} onChoose={() => onChoose('')}>
        {t('search.everything')}
      </Choice>
    </div>
  );
}

function Choice({
  isChosen,
  onChoose,
  children,
}: {
  isChosen: boolean;
  onChoose(): void;
  children: string;
}) {
  const id = useId();
  return (
    <span className={styles.choice}>
      <input id={id} type="radio" name="scope" checked={isChosen} onChange={onChoose} />
      <label htmlFor={id}>{children}</label>
    </span>
  );
}
