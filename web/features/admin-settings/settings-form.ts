import type { SettingsFields } from './settings-fields.ts';

/** Messages about invalid fields by field name. Items of lists include their index, such as `rules.2`. */
export type SettingsProblems = Readonly<Partial<Record<string, string>>>;

/** Returns the message of a list field: the first message of its items. */
export function problemAt(problems: SettingsProblems, name: string): string | undefined {
  const found = Object.keys(problems).find((key) => key === name || key.startsWith(`${name}.`));
  return found === undefined ? undefined : problems[found];
}

/** Props of each section of the form. */
export interface SettingsFormProps {
  readonly fields: SettingsFields;
  readonly problems: SettingsProblems;
  onChange(fields: Partial<SettingsFields>): void;
}
