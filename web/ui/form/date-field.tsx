import { TextField, type TextFieldProps } from '../text-field.tsx';
import styles from './date-field.module.css';

/** Native date field with the icon and colours of the other fields. `value` is a date in ISO format, or ''. */
export function DateField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  return (
    <div className={styles.date} data-empty={props.value === '' || undefined}>
      <TextField {...props} type="date" />
    </div>
  );
}
