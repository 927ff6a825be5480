import { useStore } from 'zustand';
import { languageOptions } from '../../i18n/language-options.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { EDITOR_THEMES } from '../../state/editor-themes.ts';
import { theme, THEMES } from '../../state/theme.ts';
import { FieldGroup } from '../../ui/form/field-group.tsx';
import { SelectField, type SelectOption } from '../../ui/form/select-field.tsx';
import { ThemeField } from '../../ui/form/theme-field.tsx';
import type { Preferences } from './preferences-of.ts';

const THEME_WORDS = {
  system: 'shell.themeSystem',
  light: 'shell.themeLight',
  dark: 'shell.themeDark',
} as const;
const EDITOR_THEME_WORDS = {
  '': 'profile.editorThemes.page',
  chrome: 'profile.editorThemes.light',
  twilight: 'profile.editorThemes.dark',
} as const;

/** Language, theme and editor theme. */
export function Appearance({
  draft,
  onChange,
}: {
  draft: Preferences;
  onChange(fields: Partial<Preferences>): void;
}) {
  const { t } = useTranslation();
  const chosen = useStore(theme);
  return (
    <FieldGroup title={t('profile.appearance')} explanation={t('profile.appearanceHint')}>
      <SelectField
        label={t('preferences.language')}
        value={draft.locale}
        options={languageOptions(draft.locale)}
        onChange={(locale) => onChange({ locale })}
      />
      <ThemeField
        label={t('profile.theme')}
        value={chosen.theme}
        options={THEMES.map((value) => ({
          value,
          label: t(THEME_WORDS[value]),
          colours: value,
        }))}
        onChange={chosen.choose}
      />
      <SelectField
        label={t('profile.editorTheme')}
        value={draft.aceEditorTheme}
        options={useEditorThemes(draft.aceEditorTheme)}
        onChange={(aceEditorTheme) => onChange({ aceEditorTheme })}
      />
    </FieldGroup>
  );
}

/** Keeps a theme that another client has stored. */
function useEditorThemes(stored: string): SelectOption<string>[] {
  const { t } = useTranslation();
  const offered = EDITOR_THEMES.map((value) => ({ value, label: t(EDITOR_THEME_WORDS[value]) }));
  const isOffered = offered.some(({ value }) => value === stored);
  return isOffered ? offered : [...offered, { value: stored, label: stored }];
}
