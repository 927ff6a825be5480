import { useId } from 'react';
import checkBox from '../check-box.module.css';
import styles from './checkbox-field.module.css';

/** Check box with a label and hint. */
export function CheckboxField({
  label,
  hint,
  checked,
  disabledBecause,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  checked: boolean;
  /** Reason why the field is disabled, shown in place of the hint. */
  disabledBecause?: string | undefined;
  onChange(checked: boolean): void;
}) {
  const id = useId();
  const note = disabledBecause ?? hint;
  return (
    <div className={styles.field}>
      <input
        id={id}
        className={checkBox.box}
        type="checkbox"
        checked={checked}
        disabled={disabledBecause !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {note !== undefined && (
        <p id={`${id}-note`} className={styles.note}>
          {note}
        </p>
      )}
    </div>
  );
}
