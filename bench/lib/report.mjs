import { OURS } from './goals.mjs';

/** Prints one line for each metric: our figure, those of the others, the goal, and the distance to it. */
export function printRow({ name, about, metrics, failures, loads }) {
  const busy = loads.map((load) => load.toFixed(1)).join(' ');
  console.log(`\n${name}: ${about} (load ${busy})`);
  for (const metric of metrics) console.log(`  ${lineOf(metric)}`);
  for (const [contender, reason] of failures) console.log(`  ${contender}: no figure: ${reason}`);
}

function lineOf({ name, unit, medians, ranges, goal, figure, met, ofGoal }) {
  const ours = medians[OURS];
  const [low, high] = ranges[OURS] ?? [];
  const own = ours === undefined ? '-' : `${short(ours)} (${short(low)}-${short(high)})`;
  const others = Object.entries(medians)
    .filter(([contender]) => contender !== OURS)
    .map(([contender, value]) => `${contender} ${short(value)}`);
  const cells = [`${name}, ${unit}`.padEnd(44), own.padEnd(26), others.join(', ').padEnd(34)];
  if (goal === undefined) return cells.join(' ').trimEnd();
  const asked = `${goal.direction} ${goal.limit}${goal.of === undefined ? '' : ` x ${goal.of}`}`;
  cells.push(asked.padEnd(28), figure === undefined ? 'no figure' : words(figure, met, ofGoal));
  return cells.join(' ');
}

function words(figure, met, ofGoal) {
  const percent = Math.abs(100 * (ofGoal - 1)).toFixed(0);
  return met ? `${short(figure)}: met` : `${short(figure)}: MISSED by ${percent} %`;
}

export function short(value) {
  if (value === undefined || Number.isNaN(value)) return '-';
  const size = Math.abs(value);
  if (size >= 100) return value.toFixed(0);
  return value.toPrecision(3);
}
