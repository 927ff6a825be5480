import type { RuleProblem, RuleTrialOutcome } from '#contract/rules.ts';
import type { Rule } from '#contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { useSettled } from '../../lib/forms/use-settled.ts';

/** Pause in editing after which rules are evaluated, in milliseconds. */
const PAUSE_MS = 400;

export type TryPath = (path: string, signal: AbortSignal) => Promise<RuleTrialOutcome>;

export interface Trial {
  /** Result for the path; undefined without a path, and until its test has ended. */
  readonly outcome: RuleTrialOutcome | undefined;
  /** Problems of the current rules that the server has reported. */
  readonly problems: readonly RuleProblem[];
  readonly failure: Error | null;
}

const NO_TRIAL: Trial = { outcome: undefined, problems: [], failure: null };

/** Evaluates the path with the rules after a pause in editing. Without a path, validates the rules. */
export function useTrial(rules: readonly Rule[], path: string, tryPath: TryPath): Trial {
  const settledRules = useSettled(rules, PAUSE_MS);
  const settledPath = useSettled(path, PAUSE_MS);
  const isEnabled = settledRules === rules && (rules.length > 0 || settledPath !== '');
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['rule-trial', settledRules, settledPath],
    queryFn: ({ signal }) => tryPath(wholePath(settledPath), signal),
    enabled: isEnabled,
    // The problems of the rules do not depend on the path. Those of earlier rules would appear at the wrong rows.
    placeholderData: (before, earlier) =>
      earlier?.queryKey[1] === settledRules ? before : undefined,
    gcTime: 0,
    retry: false,
  });
  if (path === '' && rules.length === 0) return NO_TRIAL;
  const areRulesTested = settledRules === rules;
  const isPathTested = path !== '' && settledPath === path;
  return {
    outcome: areRulesTested && isPathTested && !isPlaceholderData ? data : undefined,
    problems: areRulesTested ? (data?.problems ?? []) : [],
    failure: isPathTested ? error : null,
  };
}

/** Adds a missing slash at the start of the path. */
function wholePath(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
