import { readStoredJson, writeStored } from '../../lib/browser-storage.ts';

/** Editor preferences of the user in this browser. */
export interface EditorPreferences {
  readonly wraps: boolean;
  /** Shows the preview of a document beside its text. */
  readonly isBeside: boolean;
}

const STORAGE_KEY = 'editor';
const DEFAULTS: EditorPreferences = { wraps: true, isBeside: false };

export function editorPreferences(): EditorPreferences {
  // Other stored values are harmless: both fields are only used as conditions.
  const kept = readStoredJson(STORAGE_KEY) as Partial<EditorPreferences> | undefined;
  return { ...DEFAULTS, ...kept };
}

/** Stores a choice, which the next editors of this browser start with. */
export function preferInEditor(choice: Partial<EditorPreferences>): void {
  writeStored(STORAGE_KEY, JSON.stringify({ ...editorPreferences(), ...choice }));
}
