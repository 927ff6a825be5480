import { formatDay } from '../../i18n/format.ts';
import { useLocale } from '../../i18n/use-translation.ts';
import { TextField, type TextFieldProps } from '../text-field.tsx';
import styles from './date-field.module.css';

interface DateFieldProps extends Omit<TextFieldProps, 'type' | 'start' | 'value'> {
  /** Date in ISO format, or ''. */
  value: string;
}

/**
 * Native date field with the icon and colours of the other fields. At rest, it shows the date as the rest of the page does; the browser
 * would use the language of its own menus, and a pattern of letters for an empty field.
 */
export function DateField(props: DateFieldProps) {
  const locale = useLocale();
  const day = new Date(`${props.value}T00:00`);
  return (
    <div className={styles.date}>
      <TextField
        {...props}
        type="date"
        start={
          <span className={styles.shown} aria-hidden>
            {formatDay(day, locale)}
          </span>
        }
      />
    </div>
  );
}
