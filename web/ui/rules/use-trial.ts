import type { RuleProblem, RuleTrialOutcome } from '#contract/rules.ts';
import type { Rule } from '#contract/users.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSettled } from '../../lib/forms/use-settled.ts';

const PAUSE_MS = 400;

export type TryPath = (path: string, signal: AbortSignal) => Promise<RuleTrialOutcome>;

export interface Trial {
  /** Of the tried path; undefined while none is tried, and until an answer is there. */
  readonly outcome: RuleTrialOutcome | undefined;
  /** What is wrong with the rules as they are now, as far as the server has said. */
  readonly problems: readonly RuleProblem[];
  readonly failure: Error | null;
}

const UNTRIED: Trial = { outcome: undefined, problems: [], failure: null };

/** Asks what the rules say of the path, a moment after either has changed; without a path, whether the rules can be saved. */
export function useTrial(rules: readonly Rule[], path: string, tryPath: TryPath): Trial {
  const asked = useSettled(rules, PAUSE_MS);
  const askedPath = useSettled(path, PAUSE_MS);
  const isWorthAsking = asked === rules && (rules.length > 0 || askedPath !== '');
  const { data, error } = useQuery({
    queryKey: ['rule-trial', asked, askedPath],
    queryFn: ({ signal }) => tryPath(wholePath(askedPath), signal),
    enabled: isWorthAsking,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  if (path === '' && rules.length === 0) return UNTRIED;
  // What was said of other rules would stand at the wrong ones.
  const isOfThese = asked === rules;
  return {
    outcome: path === '' || !isOfThese ? undefined : data,
    problems: isOfThese ? (data?.problems ?? []) : [],
    failure: path === '' ? null : error,
  };
}

/** Paths are those that the user sees, from their home on. */
function wholePath(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
