import { median } from './measure.mjs';

/**
 * @typedef {object} Goal
 * @property {'at least' | 'at most'} direction
 * @property {number} limit
 * @property {string} [of] the contender that the figure is divided by; without it, the limit is absolute
 */

/** Returns the goal of at least `limit`, absolute or as a multiple of the figure of `of`. */
export const atLeast = (limit, of) => ({ direction: 'at least', limit, of });

/** Returns the goal of at most `limit`, absolute or as a multiple of the figure of `of`. */
export const atMost = (limit, of) => ({ direction: 'at most', limit, of });

export const OURS = 'filebrowser';

/** Returns the result of each metric of a row: the medians, the ratio, and whether the goal is met. */
export function evaluate(metrics, samples) {
  return metrics.map((metric) => {
    const medians = {};
    const ranges = {};
    for (const [name, figures] of samples) {
      const values = figures[metric.name];
      if (values === undefined) continue;
      medians[name] = median(values);
      ranges[name] = [Math.min(...values), Math.max(...values)];
    }
    return { ...metric, medians, ranges, ...verdict(metric.goal, medians) };
  });
}

function verdict(goal, medians) {
  const ours = medians[OURS];
  const reference = goal?.of === undefined ? 1 : medians[goal.of];
  if (goal === undefined || ours === undefined || reference === undefined) return {};
  const figure = ours / reference;
  const met = goal.direction === 'at least' ? figure >= goal.limit : figure <= goal.limit;
  return { figure, met, ofGoal: figure / goal.limit };
}
