import { readdirSync, readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { TestServer } from './test-server.ts';
import { expect } from './journey.ts';
import { isNarrow } from './pages.ts';
import { changeUser } from './users.ts';

/** What a server is started with on which commands may be run. */
export const COMMANDS_ON = ['--disableExec=false'] as const;

/** The administrator may run these. */
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

/** Opens the panel as one does where there is a mouse, or a thumb. */
export async function openTerminal(page: Page): Promise<void> {
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Actions for this folder' }).click();
    await page.getByRole('menuitem', { name: 'Shell' }).click();
  } else {
    await page.getByRole('button', { name: 'Shell' }).click();
  }
  await expect(promptLine(page)).toBeFocused();
}

/** Runs a line and waits until the next one could be written. */
export async function runLine(page: Page, line: string): Promise<void> {
  await promptLine(page).fill(line);
  await promptLine(page).press('Enter');
  await expect(promptLine(page)).toHaveValue('');
  await expect(promptLine(page)).toBeEditable({ timeout: 30_000 });
}

/** Whether some process of this machine was started with this argument. */
export function isRunning(argument: string): boolean {
  return readdirSync('/proc').some((id) => /^\d+$/.test(id) && argumentsOf(id).includes(argument));
}

/** None for a process that is over by now. */
function argumentsOf(id: string): readonly string[] {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
