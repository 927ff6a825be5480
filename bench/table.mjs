import { readFileSync } from 'node:fs';
import { OURS } from './lib/goals.mjs';
import { short } from './lib/report.mjs';

// Prints the Markdown table of docs/benchmarks.md: `node bench/table.mjs bench/results/….json …`. Figures of later files replace
// those of earlier ones.

const rows = new Map();
for (const file of process.argv.slice(2)) {
  for (const row of JSON.parse(readFileSync(file, 'utf8')).results) rows.set(row.name, row);
}

console.log('| row | | ours | others | goal | result |\n|---|---|---|---|---|---|');
for (const { name, metrics } of rows.values()) {
  for (const metric of metrics) console.log(lineOf(name, metric));
}

function lineOf(row, { name, unit, medians, goal, figure, met, ofGoal }) {
  const others = Object.entries(medians)
    .filter(([contender]) => contender !== OURS)
    .map(([contender, value]) => `${contender} ${short(value)}`);
  const cells = [row, `${name}, ${unit}`, short(medians[OURS]), others.join(', ')];
  return `| ${[...cells, goalText(goal), resultText({ figure, met, ofGoal })].join(' | ')} |`;
}

function goalText(goal) {
  if (goal === undefined) return '';
  return `${goal.direction} ${goal.limit}${goal.of === undefined ? '' : ` × ${goal.of}`}`;
}

function resultText({ figure, met, ofGoal }) {
  if (met === undefined) return '';
  if (met) return `${short(figure)}, met`;
  return `${short(figure)}, **missed** by ${Math.abs(100 * (ofGoal - 1)).toFixed(0)} %`;
}
