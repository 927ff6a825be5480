import { z } from 'zod';
import { FILE_ACTIONS } from './permissions.ts';
import { Refusal } from './refusals.ts';
import { Rule } from './users.ts';

/** Rule that decides about a path. `index` is its zero-based position in the list. */
export const DecidingRule = z.object({
  list: z.enum(['global', 'user']),
  index: z.int().nonnegative(),
  allow: z.boolean(),
});
export type DecidingRule = Readonly<z.infer<typeof DecidingRule>>;

/**
 * Reason of a refusal. `scope`: the path is outside the user's scope; `rule`: a rule denies it; `hidden`: a name begins with a dot;
 * `protected`: the file belongs to the server; `permission`: the user lacks the permission.
 */
export const RefusalReason = z.enum(['scope', 'rule', 'hidden', 'protected', 'permission']);
export type RefusalReason = z.infer<typeof RefusalReason>;

/** Reply of GET /api/users/{id}/explain?path=…: the user's access to a path and the rule that decides. Administrators only. */
export const Explanation = z.object({
  /** Path from the user's home. */
  path: z.string(),
  /** Target of a symlink in the path, which is checked too; absent without a symlink. */
  leadsTo: z.string().optional(),
  /** True if nothing exists at the path. The result says then what the user may do with a new item there. */
  missing: z.boolean(),
  /** Undefined if no rule matches, which allows access. */
  decidedBy: DecidingRule.optional(),
  /** Has no key for an action that is allowed. */
  refusals: z.partialRecord(z.enum(FILE_ACTIONS), RefusalReason),
});
export type Explanation = Readonly<z.infer<typeof Explanation>>;

export function explainUrl(userId: number, path: string): string {
  return `/api/users/${userId}/explain?path=${encodeURIComponent(path)}`;
}

/** Body of POST /api/rules/try, which tests unsaved rules on a path. Administrators only. */
export const RuleTrial = z.object({
  global: z.array(Rule),
  user: z.array(Rule),
  path: z.string(),
});
export type RuleTrial = z.infer<typeof RuleTrial>;

/** A rule that is invalid, by its list and its zero-based position in it. */
export const RuleProblem = z.object({
  list: z.enum(['global', 'user']),
  index: z.int().nonnegative(),
  /** In English. */
  reason: z.string(),
  /** The reason as a code, which the page translates. */
  refusal: Refusal.optional(),
});
export type RuleProblem = Readonly<z.infer<typeof RuleProblem>>;

export const RuleTrialOutcome = z.object({
  allowed: z.boolean(),
  decidedBy: DecidingRule.optional(),
  /** The invalid ones among the rules. */
  problems: z.array(RuleProblem),
});
export type RuleTrialOutcome = Readonly<z.infer<typeof RuleTrialOutcome>>;

export const RULE_TRIAL_URL = '/api/rules/try';
