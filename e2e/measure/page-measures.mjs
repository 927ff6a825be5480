// Measures the page: bytes, the time to a full folder, and the smoothness of scrolling a very large one. Not a test: the
// figures depend on the machine. Run it on a built clone; FB_TEST_CHROMIUM names the browser if it is not Debian's. node
// e2e/measure/page-measures.mjs [--dist <folder>] [--runs <count>] [--only <words of a measure>]
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';

const ROOT = resolve(import.meta.dirname, '..', '..');
const PORT = 9_561;
const URL = `http://127.0.0.1:${PORT}`;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

const { values } = parseArgs({
  options: {
    dist: { type: 'string', default: join(ROOT, 'dist') },
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
  },
});
const runs = Number(values.runs);
const scratch = mkdtempSync(join(tmpdir(), 'filebrowser-measures-'));
try {
  await measure();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function measure() {
  makeFolder('few', 20);
  makeFolder('ten thousand', 10_000);
  makeFolder('hundred thousand', 100_000);
  const server = startServer();
  const executablePath = process.env.FB_TEST_CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    const state = await logIn(browser, await server.password);
    console.log(`${cpus().length} cores, load ${loadavg()[0].toFixed(2)} at the start`);
    await report('to the first listing', () => firstListing(browser, state));
    await report('10,000 entries', () => fullFolder(browser, state, 'ten thousand'));
    await report('10,000 entries of which 100 change each second', () => changing(browser, state));
    for (const view of ['list', 'mosaic', 'mosaic gallery']) {
      await choose(state, view);
      await report(`100,000 entries as ${view}`, () => scrolling(browser, state));
    }
    await choose(state, 'list');
    await report('opening, as fast as the machine is', () => interactions(browser, state, 1));
    await report('interactions on a processor six times slower', () =>
      interactions(browser, state, 6),
    );
    console.log(`load ${loadavg()[0].toFixed(2)} at the end`);
  } finally {
    await browser.close();
    server.stop();
  }
}

/** Prints the medians of several runs of a measure. */
async function report(what, run) {
  if (!what.includes(values.only)) return;
  const found = [];
  for (let count = 0; count < runs; count += 1) found.push(await run());
  const medians = Object.keys(found[0]).map((key) => {
    const sorted = found.map((one) => one[key]).toSorted((a, b) => a - b);
    const [least, middle, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
    return `  ${key}: ${round(middle)} (${round(least)}–${round(most)})`;
  });
  console.log([`${what}, median of ${runs} (least–most)`, ...medians].join('\n'));
}

function round(figure) {
  return Number.isInteger(figure) ? figure : figure.toFixed(1);
}

async function firstListing(browser, state) {
  const { page, context } = await freshPage(browser, state);
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  const addresses = new Map();
  let all = 0;
  let entryScript = 0;
  client.on('Network.responseReceived', ({ requestId, response }) =>
    addresses.set(requestId, response.url),
  );
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    all += encodedDataLength;
    if (addresses.get(requestId)?.endsWith('.js')) entryScript += encodedDataLength;
  });
  const begun = performance.now();
  await page.goto(`${URL}/files/few/`);
  await page.locator('[data-index="0"]').waitFor();
  const tookMs = performance.now() - begun;
  await context.close();
  return { 'KiB in all': all / 1_024, 'KiB of script': entryScript / 1_024, 'ms to rows': tookMs };
}

async function fullFolder(browser, state, name) {
  const { page, context } = await freshPage(browser, state);
  await page.goto(`${URL}/files/`);
  await page.locator('[data-index="0"]').waitFor();
  await page.waitForTimeout(2_000);
  await watchTasks(page);
  const tookMs = await page.evaluate(async (folder) => {
    const row = [...document.querySelectorAll('[data-index]')].find((one) =>
      one.textContent.includes(folder),
    );
    const begun = performance.now();
    for (let clicks = 0; clicks < 2; clicks += 1) {
      row.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }
    const isShown = () =>
      document.querySelector('h1')?.textContent === folder &&
      document.querySelector('[data-index="0"]');
    while (!isShown()) await new Promise((next) => requestAnimationFrame(next));
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    return performance.now() - begun;
  }, name);
  const longestTaskMs = await longestTask(page);
  await context.close();
  return { 'ms from click to painted rows': tookMs, 'longest task, ms': longestTaskMs };
}

/** Measures the frames of ten seconds in which another program changes the folder, and how many changes the page has shown. */
async function changing(browser, state) {
  const { page, context } = await freshPage(browser, state);
  const followed = page.waitForResponse((response) => response.url().includes('/api/events'));
  await page.goto(`${URL}/files/ten%20thousand/`);
  await page.locator('[data-index="0"]').waitFor();
  await followed;
  await page.waitForTimeout(2_000);
  let changes = 0;
  const writer = setInterval(() => {
    // One of the rows in view, so that each change is drawn.
    changes += 1;
    const name = `file number ${changes % 10}.txt`;
    writeFileSync(join(scratch, 'files', 'ten thousand', name), 'x'.repeat(changes));
  }, 10);
  try {
    const { frames, shown } = await page.evaluate(watchFrames, 10_000);
    return {
      'changes a second': changes / 10,
      'changes of rows that were drawn': shown,
      'worst frame, ms': Math.max(...frames),
      'frame at 99 %, ms': frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.99)],
      'frames over 33 ms': frames.filter((ms) => ms > 33.4).length,
      'frames a second': frames.length / 10,
    };
  } finally {
    clearInterval(writer);
    await context.close();
  }
}

/** Runs in the page. */
async function watchFrames(durationMs) {
  const grid = document.querySelector('[role=grid]');
  let shown = 0;
  const observer = new MutationObserver(() => (shown += 1));
  observer.observe(grid, { subtree: true, childList: true, characterData: true });
  const frames = [];
  let last = await new Promise((next) => requestAnimationFrame(next));
  const until = last + durationMs;
  while (last < until) {
    const now = await new Promise((next) => requestAnimationFrame(next));
    frames.push(now - last);
    last = now;
  }
  observer.disconnect();
  return { frames, shown };
}

/** Measures selecting all items by keyboard, and then scrolling. */
async function scrolling(browser, state) {
  const { page, context } = await freshPage(browser, state);
  await page.goto(`${URL}/files/hundred%20thousand/`);
  await page.locator('[data-index="0"]').waitFor();
  await page.waitForTimeout(2_000);
  const selectedMs = await page.evaluate(selectAll);
  const { frames, counts } = await page.evaluate(scrollThrough);
  await context.close();
  const sorted = frames.toSorted((a, b) => a - b);
  return {
    'ms from Ctrl+A to painted': selectedMs,
    'worst frame, ms': sorted.at(-1),
    'frame at 99 %, ms': sorted[Math.floor(sorted.length * 0.99)],
    'frames over 33 ms': frames.filter((ms) => ms > 33.4).length,
    frames: frames.length,
    'elements, least': Math.min(...counts),
    'elements, most': Math.max(...counts),
  };
}

/** Runs in the page. */
async function selectAll() {
  const entry = document.querySelector('[data-index="0"]');
  entry.focus();
  const begun = performance.now();
  const press = { key: 'a', ctrlKey: true, bubbles: true, cancelable: true };
  entry.dispatchEvent(new KeyboardEvent('keydown', press));
  await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
  return performance.now() - begun;
}

/** Runs in the page: scrolls by one wheel step in every frame for some seconds, then jumps across the whole folder. */
async function scrollThrough() {
  const grid = document.querySelector('[role=grid]');
  const frames = [];
  const counts = [];
  let last = await new Promise((next) => requestAnimationFrame(next));
  for (let frame = 0; frame < 300; frame += 1) {
    grid.scrollTop += frame < 240 ? 160 : grid.scrollHeight / 60;
    const now = await new Promise((next) => requestAnimationFrame(next));
    frames.push(now - last);
    last = now;
    if (frame % 10 === 0) counts.push(document.getElementsByTagName('*').length);
  }
  return { frames, counts };
}

/**
 * Measures the interactions of a user in a folder of 10,000 items: the time from the input to the next frame, as the browser
 * reports it.
 */
async function interactions(browser, state, slowdown) {
  const { page, context } = await freshPage(browser, state);
  await page.goto(`${URL}/files/ten%20thousand/`);
  await page.locator('[data-index="0"]').waitFor();
  // By then, all preloading has ended.
  await page.waitForTimeout(4_000);
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await watchInteractions(page);
  const row = (index) => page.locator(`[data-index="${index}"]`);
  const took = {};
  const time = async (what, act) => {
    await page.evaluate(() => (window.longestInteractionMs = 0));
    await act();
    await page.waitForTimeout(150 * slowdown);
    took[`${what}, ms`] = await page.evaluate(() => window.longestInteractionMs);
  };
  await time('click a row', () => row(3).click());
  await time('select all', () => page.keyboard.press('Control+a'));
  await time('select none', () => page.keyboard.press('Escape'));
  await time('open the menu', () => row(2).click({ button: 'right' }));
  await page.keyboard.press('Escape');
  await row(2).click();
  await time('open a dialog', () => page.keyboard.press('F2'));
  await page.keyboard.press('Escape');
  const sort = page.getByRole('columnheader', { name: 'Size' }).getByRole('button');
  await time('sort', () => sort.click());
  const view = page.getByRole('button', { name: 'Show as mosaic' });
  await time('switch the view', () => view.click());
  await choose(state, 'list');
  await page.keyboard.press('Control+f');
  await page.waitForTimeout(300 * slowdown);
  await time('type in the search', () => page.keyboard.type('file 77'));
  await context.close();
  return took;
}

/** The browser does not report events shorter than 16 ms; they count as 0. */
async function watchInteractions(page) {
  await page.evaluate(() => {
    window.longestInteractionMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries()) {
        if (interactionId === 0) continue;
        window.longestInteractionMs = Math.max(window.longestInteractionMs, duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 });
  });
}

async function watchTasks(page) {
  await page.evaluate(() => {
    window.longestTaskMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        window.longestTaskMs = Math.max(window.longestTaskMs, duration);
      }
    }).observe({ type: 'longtask' });
  });
}

async function longestTask(page) {
  await page.waitForTimeout(200);
  return page.evaluate(() => window.longestTaskMs);
}

async function logIn(browser, password) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${URL}/login`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('[data-index="0"]').waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Stores the view mode, as the page does. */
async function choose({ cookies }, viewMode) {
  const { value: token } = cookies.find(({ name }) => name === 'auth');
  const reply = await fetch(`${URL}/api/users/1`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'X-Auth': token },
    body: JSON.stringify({ what: 'user', which: ['viewMode'], data: { viewMode } }),
  });
  if (!reply.ok) throw new Error(`the view is not kept: ${reply.status}`);
}

async function freshPage(browser, storageState) {
  const viewport = { width: 1_440, height: 900 };
  const context = await browser.newContext({ storageState, viewport });
  return { context, page: await context.newPage() };
}

function makeFolder(name, count) {
  const folder = join(scratch, 'files', name);
  mkdirSync(folder, { recursive: true });
  for (let number = 0; number < count; number += 1) {
    writeFileSync(join(folder, `file number ${number}.txt`), '');
  }
}

function startServer() {
  const program = join(resolve(values.dist), 'server', 'main.js');
  const flags = ['--root', join(scratch, 'files'), '--database', join(scratch, 'measures.db')];
  const child = spawn(process.execPath, [program, ...flags, '--port', `${PORT}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const readPassword = async () => {
    for (let tries = 0; tries < 400; tries += 1) {
      const password = /randomly generated password: (\S+)/.exec(output)?.[1];
      if (password !== undefined && output.includes(' is ready')) return password;
      await sleep(50);
    }
    throw new Error(`the server does not start: ${output}`);
  };
  return { password: readPassword(), stop: () => child.kill() };
}
