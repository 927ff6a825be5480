import { z } from 'zod';
import { FILE_ACTIONS } from './permissions.ts';
import { Refusal } from './refusals.ts';
import { Rule } from './users.ts';

/** Which rule decides about a path: the place in its list counts from 0. */
export const DecidingRule = z.object({
  list: z.enum(['global', 'user']),
  index: z.int().nonnegative(),
  allow: z.boolean(),
});
export type DecidingRule = Readonly<z.infer<typeof DecidingRule>>;

/**
 * Why an action is refused. `scope`: the path is outside of what the user sees; `rule`: a rule denies it; `hidden`: its name
 * begins with a dot; `protected`: it is a file of the server itself; `permission`: theirs lack it.
 */
export const RefusalReason = z.enum(['scope', 'rule', 'hidden', 'protected', 'permission']);
export type RefusalReason = z.infer<typeof RefusalReason>;

/** GET /api/users/{id}/explain?path=…: may this user do this here, and which rule says so? For administrators. */
export const Explanation = z.object({
  /** As the user sees it. */
  path: z.string(),
  /** Where a link in the path leads to, judged as well; not there without one. */
  leadsTo: z.string().optional(),
  /** Nothing is there now: what is said holds for what would be. */
  missing: z.boolean(),
  /** Undefined when no rule says anything, which allows. */
  decidedBy: DecidingRule.optional(),
  /** Undefined for what is allowed. */
  refusals: z.partialRecord(z.enum(FILE_ACTIONS), RefusalReason),
});
export type Explanation = Readonly<z.infer<typeof Explanation>>;

export function explainUrl(userId: number, path: string): string {
  return `/api/users/${userId}/explain?path=${encodeURIComponent(path)}`;
}

/** POST /api/rules/try: what would rules that are not saved yet say of a path? For administrators. */
export const RuleTrial = z.object({
  global: z.array(Rule),
  user: z.array(Rule),
  path: z.string(),
});
export type RuleTrial = z.infer<typeof RuleTrial>;

export const RuleProblem = z.object({
  list: z.enum(['global', 'user']),
  index: z.int().nonnegative(),
  reason: z.string(),
  refusal: Refusal.optional(),
});
export type RuleProblem = Readonly<z.infer<typeof RuleProblem>>;

export const RuleTrialOutcome = z.object({
  allowed: z.boolean(),
  decidedBy: DecidingRule.optional(),
  /** Rules that cannot be saved, with the reason in words. */
  problems: z.array(RuleProblem),
});
export type RuleTrialOutcome = Readonly<z.infer<typeof RuleTrialOutcome>>;

export const RULE_TRIAL_URL = '/api/rules/try';
