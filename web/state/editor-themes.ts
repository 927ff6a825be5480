/** Editor themes that users can choose, with names of File Browser 2. The empty name follows the theme of the page. */
export const EDITOR_THEMES = ['', 'chrome', 'twilight'] as const;

/** Dark themes of File Browser 2, which users may have chosen before the migration. */
const DARK = new Set(
  (
    'ambiance chaos clouds_midnight cloud_editor_dark cobalt dracula github_dark gob gruvbox gruvbox_dark_hard ' +
    'idle_fingers kr_theme merbivore merbivore_soft mono_industrial monokai nord_dark one_dark pastel_on_dark ' +
    'solarized_dark terminal tomorrow_night tomorrow_night_blue tomorrow_night_bright tomorrow_night_eighties twilight ' +
    'vibrant_ink'
  ).split(' '),
);

const LIGHT = new Set(
  (
    'chrome clouds cloud9_day cloud_editor crimson_editor dawn dreamweaver eclipse github github_light_default ' +
    'gruvbox_light_hard iplastic katzenmilch kuroir solarized_light sqlserver textmate tomorrow xcode'
  ).split(' '),
);

/** Returns whether a stored theme is light or dark; undefined if it follows the page or is unknown. */
export function appearanceOfEditorTheme(name: string): 'light' | 'dark' | undefined {
  const plain = name.replace(/^ace\/theme\//, '');
  if (DARK.has(plain)) return 'dark';
  return LIGHT.has(plain) ? 'light' : undefined;
}
