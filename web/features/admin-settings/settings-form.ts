import type { SettingsFields } from './settings-fields.ts';

/** What is wrong with fields, in words, by their names; what stands in a list by its place, such as `rules.2`. */
export type SettingsProblems = Readonly<Partial<Record<string, string>>>;

/** What is wrong with a field that shows a whole list: the first thing in it that is. */
export function problemAt(problems: SettingsProblems, name: string): string | undefined {
  const found = Object.keys(problems).find((key) => key === name || key.startsWith(`${name}.`));
  return found === undefined ? undefined : problems[found];
}

/** What each part of the form is given. */
export interface SettingsFormProps {
  readonly fields: SettingsFields;
  readonly problems: SettingsProblems;
  onChange(fields: Partial<SettingsFields>): void;
}
