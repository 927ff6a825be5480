import type { Locator } from '@playwright/test';
import { dragOver, rowOf } from '../support/pages.ts';
import { DEEP_FOLDER } from './demo-tree.ts';
import type { Scene } from './scene.ts';
import { untilLoaded } from '../support/until-loaded.ts';
import { aTakenFile, type Stage, VERSIONED } from './demo-server.ts';

/** A file near the top of the list, visible in every size. */
const NOTES = 'Account.ts';
const TABLE = 'Budget 2026.csv';
const MIB = 1_048_576;

/** Scenes of the listing, its operations, dialogs and menus. */
export const FOLDER_SCENES: readonly Scene[] = [
  { name: 'listing', show: (stage) => openHome(stage) },
  { name: 'listing mosaic', show: (stage) => openFolder(stage, 'Photos/Dolomites/', 'mosaic') },
  { name: 'listing mosaic mixed', show: (stage) => openHome(stage, 'mosaic') },
  {
    name: 'listing gallery',
    show: (stage) => openFolder(stage, 'Photos/Dolomites/', 'mosaic gallery'),
  },
  { name: 'listing gallery mixed', show: (stage) => openHome(stage, 'mosaic gallery') },
  { name: 'listing deep and empty', show: (stage) => openFolder(stage, `${DEEP_FOLDER}/`) },
  { name: 'listing selected', show: async (stage) => void (await select(stage, NOTES, TABLE)) },
  {
    name: 'listing hovered',
    only: 'wide',
    show: async (stage) => {
      await openHome(stage);
      await rowOf(stage.page, 'Music').hover();
    },
  },
  {
    name: 'listing selected, gallery',
    show: async (stage) => {
      await openFolder(stage, 'Photos/Dolomites/', 'mosaic gallery');
      for (const name of ['Fog.jpg', 'Hut.jpg'])
        await stage.page.getByRole('gridcell', { name }).click({ modifiers: ['Control'] });
    },
  },
  {
    name: 'listing, one by one',
    show: async (stage) => {
      await openHome(stage);
      await choose(stage, 'actions.selectMultiple');
      for (const name of ['Documents', 'Music']) await rowOf(stage.page, name).click();
    },
  },
  {
    name: 'listing printed',
    show: async (stage) => {
      await openHome(stage);
      await stage.page.emulateMedia({ media: 'print' });
    },
  },
  {
    name: 'listing menu of one',
    show: async (stage) => {
      const row = await select(stage, NOTES);
      if (stage.isNarrow)
        await stage.page.getByRole('button', { name: stage.word('listing.moreActions') }).click();
      else await row.click({ button: 'right' });
      await menu(stage);
    },
  },
  {
    name: 'listing loading',
    show: async (stage) => {
      await stage.page.route('**/api/resources/**', () => {});
      await stage.page.goto('/files/Documents/');
      await stage.page.waitForTimeout(700);
    },
  },
  {
    name: 'listing no connection',
    show: async (stage) => {
      await stage.page.route('**/api/resources/**', (route) => route.abort());
      await stage.page.goto('/files/Documents/');
      await stage.page
        .getByRole('button', { name: stage.word('common.retry') })
        .waitFor({ timeout: 20_000 });
    },
  },
  {
    name: 'listing drop',
    show: async (stage) => {
      await openHome(stage);
      await dragOver(stage.page, [stage.server.scratch]);
      await stage.page.getByText(stage.word('uploading.dropInto')).waitFor();
    },
  },
  { name: 'recent', show: (stage) => openPlace(stage, 'recent') },
  { name: 'starred', show: (stage) => openPlace(stage, 'starred') },
  { name: 'history', show: (stage) => openPlace(stage, 'history') },
  { name: 'trash', show: (stage) => openPlace(stage, 'trash') },
  {
    name: 'trash, selected',
    show: async (stage) => {
      await openPlace(stage, 'trash');
      for (const name of ['Draft.docx', 'setup.exe'])
        await rowOf(stage.page, name).click({ modifiers: ['Control'] });
    },
  },
  {
    name: 'menu of the page',
    only: 'narrow',
    show: async (stage) => {
      await openHome(stage);
      await stage.page.getByRole('button', { name: stage.word('shell.menu') }).click();
      await dialog(stage);
    },
  },
  {
    name: 'menu to add',
    only: 'narrow',
    show: async (stage) => {
      await openHome(stage);
      await stage.page.getByRole('button', { name: stage.word('listing.add') }).click();
      await menu(stage);
    },
  },
  {
    name: 'menu of the folder',
    only: 'narrow',
    show: async (stage) => {
      await openHome(stage);
      await stage.page.getByRole('button', { name: stage.word('listing.folderActions') }).click();
      await menu(stage);
    },
  },
  {
    name: 'menu of the account',
    only: 'wide',
    show: async (stage) => {
      await openHome(stage);
      await stage.page.locator('[data-part="account"] button').click();
      await menu(stage);
    },
  },
  {
    name: 'dialog new folder, name taken',
    show: async (stage) => {
      await openHome(stage);
      await add(stage, 'actions.newFolder');
      await (await dialog(stage)).getByRole('textbox').fill('Photos');
    },
  },
  { name: 'dialog rename', show: (stage) => press(stage, 'F2', NOTES) },
  { name: 'dialog delete', show: (stage) => press(stage, 'Shift+Delete', NOTES, TABLE, 'Photos') },
  { name: 'dialog download', show: (stage) => press(stage, 'Control+s', NOTES, 'Photos') },
  {
    name: 'dialog info',
    // In wide windows, the details are beside the listing.
    only: 'narrow',
    show: (stage) => press(stage, 'Alt+Enter', 'Lake at dawn.jpg'),
  },
  {
    name: 'details with versions',
    only: 'wide',
    leavesTraces: true,
    show: async (stage) => {
      await select(stage, VERSIONED);
      await stage.page.keyboard.press('Alt+Enter');
      await stage.page.getByRole('heading', { name: stage.word('versions.title') }).waitFor();
    },
  },
  { name: 'versions', show: async (stage) => void (await openVersions(stage)) },
  {
    name: 'versions, one of them',
    show: async (stage) => {
      await openVersion(stage);
      await stage.page.getByRole('dialog').last().getByText('Milk').waitFor();
    },
  },
  {
    name: 'versions, compared',
    show: async (stage) => {
      await openVersion(stage);
      const shown = stage.page.getByRole('dialog').last();
      await shown.getByRole('button', { name: stage.word('versions.compare') }).click();
      await shown.getByText('Lamp oil').waitFor();
    },
  },
  { name: 'dialog copy', show: (stage) => pickTarget(stage, 'actions.copyTo') },
  {
    name: 'menu of new items',
    only: 'wide',
    show: async (stage) => {
      await openHome(stage);
      await stage.page.getByRole('button', { name: stage.word('shell.new') }).click();
      await menu(stage);
    },
  },
  {
    name: 'dialog help',
    show: async (stage) => {
      await openHome(stage);
      if (stage.isNarrow) {
        // A key would show that there is a keyboard.
        await stage.page.getByRole('button', { name: stage.word('shell.menu') }).click();
        await stage.page.getByRole('button', { name: stage.word('shell.help') }).click();
      } else await stage.page.keyboard.press('F1');
      await stage.page.getByRole('dialog', { name: stage.word('help.title') }).waitFor();
    },
  },
  {
    name: 'uploads',
    leavesTraces: true,
    show: async (stage) => {
      const begun = stage.line.sentFurther(20 * MIB);
      await uploadFiles(stage, stage.largeFiles);
      await begun;
      await stage.page.locator('[data-part="uploads"]').waitFor();
    },
  },
  {
    name: 'uploads waiting for the connection',
    leavesTraces: true,
    show: async (stage) => {
      const begun = stage.line.sentFurther(10 * MIB);
      await uploadFiles(stage, stage.largeFiles);
      await begun;
      await stage.page.context().setOffline(true);
      await stage.page.getByText(stage.word('uploading.offline')).first().waitFor();
    },
  },
  {
    name: 'uploads with names that are taken',
    show: async (stage) => {
      await uploadFiles(
        stage,
        [NOTES, TABLE].map((name) => aTakenFile(stage, name)),
      );
      await dialog(stage);
    },
  },
  {
    name: 'toast',
    show: async (stage) => {
      await select(stage, NOTES);
      await stage.page.keyboard.press('Control+c');
      await stage.page.route('**/api/resources/**', (route) => route.fulfill({ status: 500 }));
      await stage.page.keyboard.press('Control+v');
      await stage.page.getByRole('alert').first().waitFor();
      await stage.page
        .getByRole('button', { name: stage.word('common.copy') })
        .first()
        .waitFor();
    },
  },
  {
    name: 'search',
    show: async (stage) => {
      await openHome(stage);
      await stage.page.keyboard.press('Control+f');
      await stage.page
        .getByRole('searchbox')
        .or(stage.page.getByRole('combobox'))
        .first()
        .fill('e');
      await stage.page.keyboard.press('Enter');
      await stage.page.getByText(stage.word('search.found_other')).first().waitFor();
    },
  },
  {
    name: 'search, not begun',
    show: async (stage) => {
      await openHome(stage);
      await stage.page.keyboard.press('Control+f');
      await dialog(stage);
    },
  },
  {
    name: 'palette',
    show: async (stage) => {
      await openHome(stage);
      await stage.page.keyboard.press('Control+k');
      await dialog(stage);
    },
  },
  {
    name: 'palette, results',
    show: async (stage) => {
      await openHome(stage);
      await stage.page.keyboard.press('Control+k');
      await stage.page.getByRole('combobox').fill('no');
      await stage.page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'terminal',
    show: async (stage) => {
      await openHome(stage);
      await stage.page.keyboard.press('F4');
      const line = stage.page.getByRole('textbox', { name: stage.word('terminal.command') });
      for (const command of [
        'ls -la --color=always Documents',
        'ls nowhere',
        'rm notes',
        'sleep 60',
      ]) {
        await line.and(stage.page.locator(':not([readonly])')).fill(command);
        await line.press('Enter');
      }
      await stage.page.getByRole('button', { name: stage.word('terminal.stop') }).waitFor();
    },
  },
  { name: 'share, a new link', show: (stage) => press(stage, 'Control+Shift+S', NOTES) },
  {
    name: 'share, the links there are',
    show: (stage) => press(stage, 'Control+Shift+S', 'Lake at dawn.jpg'),
  },
];

export async function openHome(stage: Stage, viewMode = 'list'): Promise<void> {
  await openFolder(stage, '', viewMode);
  await rowOf(stage.page, 'Photos').waitFor();
}

async function openFolder(stage: Stage, path: string, viewMode = 'list'): Promise<void> {
  await stage.change({ viewMode });
  await stage.page.goto(`/files/${encodeURI(path)}`);
  await stage.page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await untilLoaded(stage.page);
}

/** Opens a page of the sidebar. */
async function openPlace({ page }: Stage, place: string): Promise<void> {
  await page.goto(`/${place}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await untilLoaded(page);
}

/** Selects items. */
async function select(stage: Stage, ...names: readonly string[]): Promise<Locator> {
  await openHome(stage);
  for (const name of names) await rowOf(stage.page, name).click({ modifiers: ['Control'] });
  return rowOf(stage.page, names.at(-1) ?? '');
}

async function press(stage: Stage, keys: string, ...names: readonly string[]): Promise<void> {
  await select(stage, ...names);
  await stage.page.keyboard.press(keys);
  await dialog(stage);
  await untilLoaded(stage.page);
}

async function openVersions(stage: Stage): Promise<Locator> {
  const row = await select(stage, VERSIONED);
  if (stage.isNarrow)
    await stage.page.getByRole('button', { name: stage.word('listing.moreActions') }).click();
  else await row.click({ button: 'right' });
  await stage.page.getByRole('menuitem', { name: stage.word('actions.versionHistory') }).click();
  const list = await dialog(stage);
  await list.getByRole('listitem').nth(1).waitFor();
  return list;
}

/** Opens the oldest version. */
async function openVersion(stage: Stage): Promise<void> {
  const list = await openVersions(stage);
  await list.getByRole('listitem').last().getByRole('button').first().click();
  await untilLoaded(stage.page);
}

async function pickTarget(stage: Stage, action: string): Promise<void> {
  const row = await select(stage, NOTES);
  await row.click({ button: 'right' });
  await stage.page.getByRole('menuitem', { name: stage.word(action) }).click();
  await dialog(stage);
}

async function uploadFiles(stage: Stage, files: readonly string[]): Promise<void> {
  await openHome(stage);
  const chooser = stage.page.waitForEvent('filechooser');
  await add(stage, 'actions.uploadFiles');
  await (await chooser).setFiles([...files]);
}

/** Chooses a view of the folder from the header or its menu. */
async function choose({ page, word, isNarrow }: Stage, action: string): Promise<void> {
  if (!isNarrow)
    return page
      .getByRole('toolbar')
      .getByRole('button', { name: word(action) })
      .click();
  await page.getByRole('button', { name: word('listing.folderActions') }).click();
  return page
    .getByRole('menuitem', { name: word(action) })
    .or(page.getByRole('menuitemcheckbox', { name: word(action) }))
    .click();
}

/** Chooses an entry from the menu of the button "New", which is round in narrow windows. */
async function add({ page, word, isNarrow }: Stage, action: string): Promise<void> {
  await page.getByRole('button', { name: word(isNarrow ? 'listing.add' : 'shell.new') }).click();
  return page.getByRole('menuitem', { name: word(action) }).click();
}

async function dialog({ page }: Stage): Promise<Locator> {
  const shown = page.getByRole('dialog');
  await shown.waitFor();
  return shown;
}

async function menu({ page }: Stage): Promise<void> {
  await page.getByRole('menu').waitFor();
}
