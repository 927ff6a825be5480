import { readdirSync, readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { TestServer } from './test-server.ts';
import { expect } from './journey.ts';
import { isNarrow } from './pages.ts';
import { changeUser } from './users.ts';

/** Flags of a server that allows commands. */
export const COMMANDS_ON = ['--disableExec=false'] as const;

/** Allows the administrator to run these commands. */
export async function allowCommands(
  server: TestServer,
  commands: readonly string[],
): Promise<void> {
  await changeUser(server, 1, { commands });
}

export function terminalPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Shell' });
}

export function promptLine(page: Page): Locator {
  return terminalPanel(page).getByRole('textbox', { name: /^Command in / });
}

export function outputLog(page: Page): Locator {
  return terminalPanel(page).getByRole('log', { name: 'Output' });
}

/** Opens the terminal with the mouse, or by touch. */
export async function openTerminal(page: Page): Promise<void> {
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Actions for this folder' }).click();
    await page.getByRole('menuitem', { name: 'Shell' }).click();
  } else {
    await page.getByRole('button', { name: 'Shell' }).click();
  }
  await expect(promptLine(page)).toBeFocused();
}

/** Runs a line and waits for the next prompt. */
export async function runLine(page: Page, line: string): Promise<void> {
  await promptLine(page).fill(line);
  await promptLine(page).press('Enter');
  await expect(promptLine(page)).toHaveValue('');
  await expect(promptLine(page)).toBeEditable({ timeout: 30_000 });
}

/** Returns whether a process of this machine was started with this argument. */
export function isRunning(argument: string): boolean {
  return readdirSync('/proc').some((id) => /^\d+$/.test(id) && argumentsOf(id).includes(argument));
}

/** Returns the arguments of a process, or none if it has ended. */
function argumentsOf(id: string): readonly string[] {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
