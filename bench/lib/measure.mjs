import { loadavg } from 'node:os';
import { pause } from './processes.mjs';

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Waits until the load of the machine is below `below`, for at most `withinMs`. Resolves with the load. */
export async function calm({ below = 2.5, withinMs }) {
  const deadline = Date.now() + withinMs;
  while (loadavg()[0] >= below && Date.now() < deadline) await pause(1_000);
  return loadavg()[0];
}

/**
 * Measures all contenders round by round, every second round in the opposite order, so that a busy minute
 * hits all of them. A contender that fails gives no figures from then on.
 */
export async function interleave(contenders, { rounds, waitMs, report }) {
  const samples = new Map(contenders.map(({ name }) => [name, {}]));
  const failures = new Map();
  const loads = [];
  for (let round = 0; round < rounds; round += 1) {
    loads.push(await calm({ withinMs: waitMs }));
    const order = round % 2 === 0 ? contenders : contenders.toReversed();
    for (const { name, measure } of order) {
      if (failures.has(name)) continue;
      report(`round ${round + 1} of ${rounds}: ${name}`);
      try {
        collect(samples.get(name), await measure());
      } catch (error) {
        failures.set(name, error instanceof Error ? error.message : String(error));
        samples.set(name, {});
      }
    }
  }
  return { samples, failures, loads };
}

function collect(into, figures) {
  for (const [metric, value] of Object.entries(figures)) (into[metric] ??= []).push(value);
}
