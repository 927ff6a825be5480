import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettled } from '../../lib/forms/use-settled.ts';
import { brandColours } from '../../ui/brand-colour.ts';
import { TextField } from '../../ui/text-field.tsx';
import { isColour, sixDigits } from './colour.ts';
import styles from './admin-settings.module.css';

const PAUSE_MS = 1_000;

/** A colour, typed or picked. What nobody could read text in is told beforehand. */
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
  // Half a colour is not yet wrong.
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

/** Whether text is shown in another shade than the colour itself, in light or in dark. */
function isAdjusted(colour: string): boolean {
  const brand = brandColours(colour);
  return (
    brand !== undefined && (brand.fillOnLight !== brand.given || brand.fillOnDark !== brand.given)
  );
}
