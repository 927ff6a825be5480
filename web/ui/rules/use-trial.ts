import type { RuleProblem, RuleTrialOutcome } from '#contract/rules.ts';
import type { Rule } from '#contract/users.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSettled } from '../../lib/forms/use-settled.ts';

const PAUSE_MS = 400;

export type TryPath = (path: string, signal: AbortSignal) => Promise<RuleTrialOutcome>;

export interface Trial {
  /** Result for the tested path; undefined without one. */
  readonly outcome: RuleTrialOutcome | undefined;
  /** Problems of the current rules that the server has reported. */
  readonly problems: readonly RuleProblem[];
  readonly failure: Error | null;
}

const UNTRIED: Trial = { outcome: undefined, problems: [], failure: null };

/** Evaluates the path with the rules after a pause in editing. Without a path, validates the rules. */
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
  // Results of earlier rules would appear at the wrong rows.
  const isOfThese = asked === rules;
  return {
    outcome: path === '' || !isOfThese ? undefined : data,
    problems: isOfThese ? (data?.problems ?? []) : [],
    failure: path === '' ? null : error,
  };
}

/** Completes the path to one below the user's home. */
function wholePath(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
