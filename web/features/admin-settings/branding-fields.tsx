import type { CSSProperties } from 'react';
import { logoUrl } from '../../api/page-config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { usePageConfig } from '../../state/use-page-config.ts';
import { brandProperties } from '../../ui/brand-colour.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { FieldGroup } from '../../ui/form/field-group.tsx';
import { ThemeField } from '../../ui/form/theme-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './branding-fields.module.css';
import { ColourField } from './colour-field.tsx';
import { LogoField } from './logo-field.tsx';
import type { SettingsFormProps } from './settings-form.ts';

const THEMES = ['', 'light', 'dark'] as const;
const THEME_WORDS = {
  '': 'shell.themeSystem',
  light: 'shell.themeLight',
  dark: 'shell.themeDark',
} as const;

/** Name, logo and colours of the installation. */
export function BrandingFields({ fields, problems, onChange }: SettingsFormProps) {
  const { t } = useTranslation();
  // Renders again when the logo has changed.
  usePageConfig();
  const name = fields['branding.name'];
  return (
    <FieldGroup title={t('global.branding')} explanation={t('global.brandingHint')}>
      <TextField
        label={t('global.name')}
        hint={t('global.nameHint')}
        error={problems['branding.name']}
        autoComplete="off"
        value={name}
        onChange={({ target }) => onChange({ 'branding.name': target.value })}
      />
      <LogoField logo={logoUrl()} />
      <ColourField
        colour={fields['branding.color']}
        error={problems['branding.color']}
        onChange={(colour) => onChange({ 'branding.color': colour })}
      />
      <ThemeField
        label={t('global.theme')}
        hint={t('global.themeHint')}
        value={fields['branding.theme']}
        options={THEMES.map((value) => ({
          value,
          label: t(THEME_WORDS[value]),
          colours: value === '' ? 'system' : value,
        }))}
        onChange={(theme) => onChange({ 'branding.theme': theme })}
      />
      <BrandPreview
        name={name || 'File Browser'}
        colour={fields['branding.color']}
        logo={logoUrl()}
      />
      <TextField
        label={t('global.files')}
        dir="ltr"
        hint={t('global.filesHint')}
        error={problems['branding.files']}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={fields['branding.files']}
        onChange={({ target }) => onChange({ 'branding.files': target.value })}
      />
      <CheckboxField
        label={t('global.disableUsedPercentage')}
        checked={fields['branding.disableUsedPercentage']}
        onChange={(isOn) => onChange({ 'branding.disableUsedPercentage': isOn })}
      />
      <CheckboxField
        label={t('global.disableExternal')}
        hint={t('global.disableExternalHint')}
        checked={fields['branding.disableExternal']}
        onChange={(isOn) => onChange({ 'branding.disableExternal': isOn })}
      />
    </FieldGroup>
  );
}

/** Preview of name, logo and colour in both themes, with the stored logo. */
function BrandPreview({ name, colour, logo }: { name: string; colour: string; logo: string }) {
  const { t } = useTranslation();
  // `initial` selects the default accent, even if this page has another one.
  const style: CSSProperties = brandProperties(colour, 'initial');
  return (
    <figure className={styles.preview} aria-label={t('global.preview')}>
      {(['light', 'dark'] as const).map((look) => (
        <div key={look} className={styles.look} data-theme={look} style={style}>
          <p className={styles.caption}>
            {t(look === 'light' ? 'global.previewLight' : 'global.previewDark')}
          </p>
          <p className={styles.brand}>
            <img src={logo} alt="" width={28} height={28} />
            <span className={styles.name}>{name}</span>
          </p>
          <p className={styles.row}>{t('global.previewSelected')}</p>
          <p className={styles.text}>{t('global.previewText')}</p>
          <p className={styles.button}>{t('global.previewButton')}</p>
        </div>
      ))}
    </figure>
  );
}
