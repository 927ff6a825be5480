/** What a user likes of the editor, in this browser. */
export interface EditorPreferences {
  readonly wraps: boolean;
  /** A document is shown as it is meant, beside its text. */
  readonly isBeside: boolean;
}

const STORAGE_KEY = 'editor';
const USUAL: EditorPreferences = { wraps: true, isBeside: false };

export function editorPreferences(): EditorPreferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    // What else may lie there does no harm: both are only asked whether they are true.
    return { ...USUAL, ...(kept as Partial<EditorPreferences>) };
  } catch {
    return USUAL;
  }
}

export function preferInEditor(choice: Partial<EditorPreferences>): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...editorPreferences(), ...choice }));
}
