/** Editor themes, named as in File Browser 2, whose editor differs. The empty name follows the page. */
export const EDITOR_THEMES = ['', 'chrome', 'twilight'] as const;

/** Dark themes of File Browser 2 that users may have chosen there. */
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

/** Returns the appearance of a stored theme; undefined if it follows the page or is unknown. */
export function lookOfEditorTheme(name: string): 'light' | 'dark' | undefined {
  const plain = name.replace(/^ace\/theme\//, '');
  if (DARK.has(plain)) return 'dark';
  return LIGHT.has(plain) ? 'light' : undefined;
}
