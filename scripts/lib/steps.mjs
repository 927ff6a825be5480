import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { countedFailures, addCounts } from './counts.mjs';

/** Number of steps marked `parallel` that run at the same time. */
const LANES = 2;

/** Returns the command line of a program that an installed package brings. */
export function tool(bin, ...args) {
  return [process.execPath, join('node_modules', bin), ...args];
}

/**
 * Runs all steps in order, also after one has failed, and prints each with its duration and at the end a table of them.
 *
 * A step has a `name` and either a `command` line or a `check`, a function that returns the complaints as lines. A step is not
 * run when one that it `needs` failed or was skipped, nor when its `skip` function returns a reason. Neighbouring steps
 * marked `parallel` run two at a time; their output is printed when they end, and they must not count tests. Resolves to
 * whether no step failed.
 */
export async function runSteps(root, steps) {
  const results = new Map();
  for (const batch of batches(steps)) {
    const waiting = [...batch];
    const lane = async () => {
      for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
        results.set(step.name, await runStep(root, step, results, batch.length > 1));
      }
    };
    await Promise.all(Array.from({ length: Math.min(LANES, batch.length) }, lane));
  }
  printTable(steps, results);
  return [...results.values()].every(({ state }) => state !== 'FAILED');
}

/** Splits the steps into runs of parallel ones and single others. */
function batches(steps) {
  const result = [];
  for (const step of steps) {
    const last = result.at(-1);
    if (step.parallel && last?.at(-1).parallel) last.push(step);
    else result.push([step]);
  }
  return result;
}

async function runStep(root, step, results, isParallel) {
  const unmet = step.needs?.find((name) => results.get(name)?.state !== 'ok');
  if (unmet !== undefined) {
    const state = results.get(unmet)?.state === 'FAILED' ? 'FAILED' : 'skipped';
    console.log(`\n── ${step.name}: not run, because the step "${unmet}" did not succeed`);
    return { state, seconds: 0 };
  }
  const reason = step.skip?.();
  if (reason !== undefined) {
    console.log(`\n── ${step.name}: skipped: ${reason}`);
    return { state: 'skipped', seconds: 0 };
  }
  if (!isParallel) console.log(`\n── ${step.name}`);
  const startedAt = performance.now();
  const failuresBefore = countedFailures();
  const { isOk, output } = await (step.command === undefined
    ? runCheck(step)
    : runCommand(root, step, isParallel));
  const seconds = (performance.now() - startedAt) / 1_000;
  if (isParallel) console.log(`\n── ${step.name}`);
  if (output !== '') console.log(output);
  const state = isOk ? 'ok' : 'FAILED';
  console.log(`── ${step.name}: ${state} (${seconds.toFixed(1)} s)`);
  // A step that fails without having counted a failed test counts as one failure.
  if (!isOk && (isParallel || countedFailures() === failuresBefore)) {
    addCounts({ passed: 0, failed: 1, complaints: [step.name] });
  }
  return { state, seconds };
}

/** Runs a command; its output is shown at once, or returned where `isHeldBack`. */
function runCommand(root, { command: [program, ...args], env }, isHeldBack) {
  return new Promise((resolve) => {
    const out = isHeldBack ? 'pipe' : 'inherit';
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', out, out],
      env: { ...process.env, ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.once('error', ({ message }) => resolve({ isOk: false, output: message }));
    child.once('close', (status) => resolve({ isOk: status === 0, output: output.trimEnd() }));
  });
}

async function runCheck({ check }) {
  try {
    const complaints = await check();
    return { isOk: complaints.length === 0, output: complaints.join('\n') };
  } catch (error) {
    return { isOk: false, output: error.stack };
  }
}

function printTable(steps, results) {
  const width = Math.max(...steps.map(({ name }) => name.length));
  console.log('');
  for (const { name } of steps) {
    const { state, seconds } = results.get(name);
    console.log(`${name.padEnd(width)}  ${state.padEnd(7)}  ${seconds.toFixed(1).padStart(7)} s`);
  }
}
