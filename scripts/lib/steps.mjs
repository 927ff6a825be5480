import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { countedFailures, leaveCounts } from './counts.mjs';

/** The command line of a program that comes with the installed packages. */
export function tool(bin, ...args) {
  return [process.execPath, join('node_modules', bin), ...args];
}

/**
 * Runs all steps, also after one has failed, and prints each with its time. A step is a name and either a
 * command line or a function that gives the lines to complain about; one that `needs` a step which
 * failed or was not run is not run either. True when all went well.
 */
export async function runSteps(root, steps) {
  const failed = [];
  for (const step of steps) {
    // What it needs has failed and been counted; running it would only repeat the complaint.
    const missing = step.needs?.find((name) => failed.includes(name));
    if (missing !== undefined) {
      console.log(`\n── ${step.name}: not run, because ${missing} failed`);
      failed.push(step.name);
      continue;
    }
    console.log(`\n── ${step.name}`);
    const startedAt = performance.now();
    const isOk = await runStep(root, step);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.log(`── ${step.name}: ${isOk ? 'ok' : 'FAILED'} (${seconds} s)`);
    if (!isOk) failed.push(step.name);
  }
  console.log(failed.length === 0 ? '\nall steps ok' : `\nfailed: ${failed.join(', ')}`);
  return failed.length === 0;
}

/** A step that fails without having counted a failed test counts as one. */
async function runStep(root, step) {
  const failedBefore = countedFailures();
  const isOk = step.check === undefined ? runCommand(root, step) : await hasNoComplaint(step);
  if (!isOk && countedFailures() === failedBefore)
    leaveCounts({ passed: 0, failed: 1, complaints: [step.name] });
  return isOk;
}

function runCommand(root, { command: [program, ...args], env }) {
  const result = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (result.error) console.error(result.error.message);
  return result.status === 0;
}

async function hasNoComplaint({ check }) {
  try {
    const complaints = await check();
    for (const complaint of complaints) console.error(complaint);
    return complaints.length === 0;
  } catch (error) {
    console.error(error);
    return false;
  }
}
