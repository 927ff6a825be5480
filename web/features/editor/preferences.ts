/** Editor preferences of the user in this browser. */
export interface EditorPreferences {
  readonly wraps: boolean;
  /** Shows the preview of a document beside its text. */
  readonly isBeside: boolean;
}

const STORAGE_KEY = 'editor';
const DEFAULTS: EditorPreferences = { wraps: true, isBeside: false };

export function editorPreferences(): EditorPreferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    // Other stored values are harmless: both fields are only used as conditions.
    return { ...DEFAULTS, ...(kept as Partial<EditorPreferences>) };
  } catch {
    return DEFAULTS;
  }
}

/** Stores a choice, which the next editors of this browser start with. */
export function preferInEditor(choice: Partial<EditorPreferences>): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...editorPreferences(), ...choice }));
}
