import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettled } from '../../lib/forms/use-settled.ts';
import { brandColours } from '../../ui/brand-colour.ts';
import { TextField } from '../../ui/text-field.tsx';
import { isColour, sixDigits } from './colour.ts';
import styles from './admin-settings.module.css';

/** Pause in typing after which an invalid colour is reported, in milliseconds. */
const PAUSE_MS = 1_000;

/** Colour field with a picker. Warns if the colour must be adjusted for legible text. */
export function ColourField({
  colour,
  error,
  onChange,
}: {
  colour: string;
  error: string | undefined;
  onChange(colour: string): void;
}) {
  const { t } = useTranslation();
  // A partly typed colour is not an error yet.
  const settled = useSettled(colour, PAUSE_MS);
  const isWrong = settled === colour && !isColour(colour);
  return (
    <TextField
      label={t('global.color')}
      hint={t(isAdjusted(colour) ? 'global.colorAdjusted' : 'global.colorHint')}
      error={error ?? (isWrong ? t('global.colorProblem') : undefined)}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      value={colour}
      placeholder="#2979ff"
      onChange={({ target }) => onChange(target.value.trim())}
      end={
        <input
          className={styles.picker}
          type="color"
          aria-label={t('global.colorPicker')}
          value={sixDigits(colour)}
          onChange={({ target }) => onChange(target.value)}
        />
      }
    />
  );
}

/** Returns true if text uses an adjusted shade of the colour in the light or dark theme. */
function isAdjusted(colour: string): boolean {
  const brand = brandColours(colour);
  return (
    brand !== undefined && (brand.fillOnLight !== brand.given || brand.fillOnDark !== brand.given)
  );
}
