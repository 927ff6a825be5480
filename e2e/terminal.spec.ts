import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { boxOf } from './support/box-of.ts';
import { countDraws } from './support/count-draws.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { expectFolder, openEntry, rowOf, logInAt } from './support/pages.ts';
import {
  allowCommands,
  COMMANDS_ON,
  isRunning,
  openTerminal,
  outputLog,
  promptLine,
  runLine,
  terminalPanel,
} from './support/terminal.ts';

test.use({ serverFlags: COMMANDS_ON });

test.beforeEach(async ({ page, server }) => {
  server.put({ 'notes.txt': 'buy milk\n', 'docs/plan.txt': 'v1\n' });
  await allowCommands(server, ['cat', 'cp', 'seq', 'tail']);
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'notes.txt')).toBeVisible();
});

test('a command runs in the shown folder, and the listing shows its result', async ({
  page,
  server,
}) => {
  await page.keyboard.press('F4');
  await expect(promptLine(page)).toBeFocused();
  await runLine(page, "cp notes.txt 'a copy.txt'");
  await expect(rowOf(page, 'a copy.txt')).toBeVisible();
  expect(server.textOf('a copy.txt')).toBe('buy milk\n');

  await openEntry(page, 'docs');
  await expectFolder(page, 'docs');
  await runLine(page, 'cat plan.txt');
  await expect(outputLog(page)).toContainText('/docs$cat plan.txtv1');
});

test('a stopped command also ends on the server', async ({ page, server }) => {
  const file = `${randomUUID()}.txt`;
  server.put({ [file]: 'a line that is there\n' });
  await openTerminal(page);
  await promptLine(page).fill(`tail -f ${file}`);
  await promptLine(page).press('Enter');
  await expect(outputLog(page)).toContainText('a line that is there');
  expect(isRunning(file)).toBe(true);

  await page.keyboard.press('Control+c');
  await expect(outputLog(page)).toContainText('Stopped.');
  await expect.poll(() => isRunning(file)).toBe(false);
  await runLine(page, 'cat notes.txt');
  await expect(outputLog(page)).toContainText('buy milk');
});

test('a flood of output is drawn at most once per frame, and its end is in view', async ({
  page,
}) => {
  await openTerminal(page);
  await promptLine(page).fill('seq 1 60000');
  const stopCounting = await countDraws(outputLog(page));
  await promptLine(page).press('Enter');
  await expect(outputLog(page)).toContainText(/59999\s+60000/, { timeout: 60_000 });
  const { draws, frames } = await stopCounting();
  const elements = await outputLog(page).locator('*').count();
  expect(draws).toBeGreaterThan(0);
  expect(draws).toBeLessThanOrEqual(frames);
  // Lines are drawn in chunks: an element for each line would make the page slow.
  expect(elements).toBeLessThan(100);
  await expect(promptLine(page)).toBeEditable();
  await expect(outputLog(page)).toContainText('60000');
  const left = await outputLog(page).evaluate(
    (log) => log.scrollHeight - log.scrollTop - log.clientHeight,
  );
  expect(left).toBeLessThan(20);
});

test('the panel keeps its height, also after a reload', async ({ page }) => {
  await openTerminal(page);
  const divider = page.getByRole('separator', { name: 'Shell height' });
  const before = (await boxOf(terminalPanel(page))).height;
  await divider.hover();
  await page.mouse.down();
  await page.mouse.move(700, 300, { steps: 5 });
  // Fast moves are skipped; only the last one counts.
  await sleep(50);
  await page.mouse.up();
  const height = (await boxOf(terminalPanel(page))).height;
  expect(height).toBeGreaterThan(before + 100);
  await page.reload();
  await openTerminal(page);
  const again = (await boxOf(terminalPanel(page))).height;
  expect(Math.abs(again - height)).toBeLessThan(2);
  await divider.dblclick();
  await expect(divider).toHaveAttribute('aria-valuenow', '25');
});

test('copying gives the command and its output, without empty lines', async ({ page }) => {
  await openTerminal(page);
  await runLine(page, 'cat notes.txt');
  await runLine(page, 'seq 1 2');
  const copied = await outputLog(page).evaluate((log) => {
    window.getSelection()?.selectAllChildren(log);
    return window.getSelection()?.toString();
  });
  expect(copied?.trim()).toBe('cat notes.txt\nbuy milk\nseq 1 2\n1\n2');
});

test('long lines of output stay in one piece on a phone, and scroll sideways', async ({
  page,
  server,
}) => {
  server.put({ 'wide.txt': `${'column '.repeat(12)}end\n` });
  await openTerminal(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await runLine(page, 'cat wide.txt');
  await expect(outputLog(page)).toContainText('column end');
  const end = await outputLog(page).evaluate((log) => {
    log.scrollLeft = log.scrollWidth;
    return { hidden: log.scrollWidth - log.clientWidth, scrolled: log.scrollLeft };
  });
  expect(end.hidden).toBeGreaterThan(200);
  expect(end.scrolled).toBe(end.hidden);

  await page.goto('/settings/commands');
  await page.getByRole('button', { name: 'Show output' }).first().click();
  const output = page.getByRole('group', { name: 'Output' });
  await expect(output).toContainText('column end');
  const hidden = await output.evaluate((block) => block.scrollWidth - block.clientWidth);
  expect(hidden).toBeGreaterThan(150);
});
