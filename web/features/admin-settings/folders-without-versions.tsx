import { useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './folders-without-versions.module.css';
import { problemAt, type SettingsFormProps } from './settings-form.ts';

/** Folders in which replaced files are not kept as versions, one on each line. */
export function FoldersWithoutVersions({ fields, problems, onChange }: SettingsFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const { foldersWithoutVersions: folders } = fields;
  const error = problemAt(problems, 'foldersWithoutVersions');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {t('global.foldersWithoutVersions')}
      </label>
      <textarea
        id={id}
        className={styles.lines}
        dir="ltr"
        rows={Math.min(8, Math.max(2, folders.length + 1))}
        spellCheck={false}
        autoCapitalize="off"
        placeholder="/folder"
        value={folders.join('\n')}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
        onChange={({ target }) =>
          onChange({
            foldersWithoutVersions: target.value === '' ? [] : target.value.split('\n'),
          })
        }
      />
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className={styles.hint}>
        {t('global.foldersWithoutVersionsHint')}
      </p>
    </div>
  );
}
