import { useTranslation } from '../../../i18n/use-translation.ts';
import type { UserFields } from './user-fields.ts';
import styles from './user-form.module.css';

/** Lists edited fields that another administrator has changed in the meantime. */
export function OvertakenNotice({ fields }: { fields: readonly (keyof UserFields)[] }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      {fields.length > 0 && (
        <div className={styles.overtaken}>
          <p>{t('users.changedMeanwhile')}</p>
          <ul>
            {fields.map((name) => (
              <li key={name}>{t(`users.fieldNames.${name}`)}</li>
            ))}
          </ul>
          <p>{t('users.changedMeanwhileHint')}</p>
        </div>
      )}
    </div>
  );
}
