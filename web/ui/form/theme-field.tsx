import { useId } from 'react';
import styles from './theme-field.module.css';

/** The colours of a theme. `system` is shown half light, half dark. */
type ThemeColours = 'system' | 'light' | 'dark';

export interface ThemeOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly colours: ThemeColours;
}

/** Choice of a theme by small pictures of the page. */
export function ThemeField<Value extends string>({
  label,
  hint,
  value,
  options,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  value: Value;
  options: readonly ThemeOption<Value>[];
  onChange(value: Value): void;
}) {
  const name = useId();
  return (
    <fieldset
      className={styles.field}
      aria-describedby={hint === undefined ? undefined : `${name}-hint`}
    >
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.tiles}>
        {options.map((option) => (
          <label key={option.value} className={styles.tile}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.frame} aria-hidden>
              {option.colours !== 'dark' && <Miniature theme="light" />}
              {option.colours !== 'light' && <Miniature theme="dark" />}
            </span>
            <span className={styles.name}>{option.label}</span>
          </label>
        ))}
      </div>
      {hint !== undefined && (
        <p id={`${name}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}

/** Sidebar, button and rows of the page in the colours of a theme. */
function Miniature({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <span className={styles.miniature} data-theme={theme}>
      <span className={styles.side}>
        <span className={styles.button} />
        <span className={styles.line} />
        <span className={styles.line} />
      </span>
      <span className={styles.rows}>
        <span className={styles.line} />
        <span className={styles.selected} />
        <span className={styles.line} />
      </span>
    </span>
  );
}
