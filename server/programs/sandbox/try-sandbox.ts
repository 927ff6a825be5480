import { Programs } from '../programs.ts';
import { createSandbox, type SandboxConfig, type SandboxState } from './sandbox.ts';

/** Runs a program in the sandbox once, and returns whether that works. */
export async function trySandbox(config: SandboxConfig): Promise<SandboxState> {
  const programs = new Programs();
  try {
    return await createSandbox(config, programs).state();
  } finally {
    await programs.close();
  }
}
