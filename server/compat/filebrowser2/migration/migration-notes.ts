import { languageFor } from '#contract/languages.ts';
import type { Rule } from '#contract/users.ts';
import { isDeepStrictEqual } from 'node:util';
import { ruleProblem } from '../../../administration/rules/rule-problem.ts';
import type { Note } from './migration-report.ts';

/** Collects notes for the operator during a migration. */
export class Notes {
  readonly adjusted: Note[] = [];
  readonly decisions: Note[] = [];

  adjust(about: string, message: string): void {
    this.adjusted.push({ about, message });
  }

  decide(about: string, message: string): void {
    this.decisions.push({ about, message });
  }

  adjustFields(about: string, was: unknown, is: unknown): void {
    for (const changed of changedFields(was, is)) {
      const values = `${JSON.stringify(changed.was)} becomes ${JSON.stringify(changed.is)}`;
      this.adjust(about, `${changed.field}: ${values}`);
    }
  }

  /** Notes a language that the page lacks. It is kept, because a later version may have it. '' means that none was chosen. */
  language(about: string, field: string, tag: string): void {
    if (tag === '' || languageFor(tag) !== undefined) return;
    const instead = 'the value is kept, and the page uses a language of the browser';
    this.adjust(about, `${field}: the page does not support ${JSON.stringify(tag)}; ${instead}`);
  }

  rules(about: string, rules: readonly Rule[]): void {
    for (const [index, rule] of rules.entries()) {
      const problem = ruleProblem(rule);
      if (problem === undefined) continue;
      this.decide(about, `rule ${index + 1} is kept, but is invalid: ${problem.reason}`);
    }
  }
}

/** A value that differs from the stored one. */
export interface ChangedField {
  /** `defaults.viewMode`. */
  readonly field: string;
  readonly was: unknown;
  readonly is: unknown;
}

/** Returns the stored values that differ now. Values that were missing or null do not count. */
export function changedFields(was: unknown, is: unknown, field = ''): ChangedField[] {
  if (was === null || was === undefined || isDeepStrictEqual(was, is)) return [];
  if (!isObject(was) || !isObject(is)) return [{ field, was, is }];
  return Object.entries(was).flatMap(([key, inner]) =>
    changedFields(inner, is[key], field === '' ? key : `${field}.${key}`),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
