import type { Scene } from './scene.ts';
import { untilLoaded } from '../support/until-loaded.ts';
import type { Stage } from './demo-server.ts';

/** Scenes of the profile and of the global settings. */
const SETTINGS: readonly Scene[] = [
  { name: 'profile', show: (stage) => openSettings(stage, 'profile') },
  { name: 'profile, its end', show: (stage) => openEnd(stage, 'profile') },
  { name: 'links', show: (stage) => openSettings(stage, 'shares') },
  { name: 'global settings', show: (stage) => openSettings(stage, 'global') },
  {
    name: 'global settings, its end and the bar',
    show: async (stage) => {
      await openEnd(stage, 'global');
      const switches = stage.page.getByRole('main').getByRole('checkbox');
      await switches.last().setChecked(!(await switches.last().isChecked()), { force: true });
      await stage.page.getByText(stage.word('form.unsaved')).waitFor();
    },
  },
  { name: 'commands', show: (stage) => openSettings(stage, 'commands') },
  {
    name: 'commands, an output',
    show: async (stage) => {
      await openSettings(stage, 'commands');
      await stage.page
        .getByRole('button', { name: stage.word('commands.runs.showOutput') })
        .nth(3)
        .click();
    },
  },
  { name: 'activity log', show: (stage) => openSettings(stage, 'audit') },
  { name: 'users', show: (stage) => openSettings(stage, 'users') },
  {
    name: 'users, nobody found',
    show: async (stage) => {
      await openSettings(stage, 'users');
      await stage.page.getByRole('searchbox').fill('nobody at all');
      await stage.page.getByText(stage.word('users.noMatch')).waitFor();
    },
  },
  { name: 'user', show: (stage) => openSettings(stage, 'users/2') },
  { name: 'user, the end', show: (stage) => openEnd(stage, 'users/2') },
  {
    name: 'user, explained',
    show: async (stage) => {
      await openSettings(stage, 'users/2/explain?path=%2FDocuments');
      await stage.page.getByText(stage.word('users.explaining.saysSo')).waitFor();
    },
  },
  {
    name: 'user, new and wrong',
    show: async (stage) => {
      await openSettings(stage, 'users/new');
      await stage.page.getByLabel(stage.word('users.password')).fill('short');
      await stage.page.getByRole('button', { name: stage.word('users.create') }).click();
      await stage.page.getByText(stage.word('users.needsName')).waitFor();
    },
  },
];

/** Scenes without a session. */
const OUTSIDE: readonly Scene[] = [
  { name: 'login', isForVisitors: true, show: (stage) => goTo(stage, '/login') },
  {
    name: 'login, wrong',
    isForVisitors: true,
    show: async (stage) => {
      await goTo(stage, '/login');
      const { page, word } = stage;
      await page.getByLabel(word('session.username')).fill('anna');
      await page.getByLabel(word('session.password')).fill('not this one');
      await page.getByRole('button', { name: word('session.logIn') }).click();
      await page.getByText(word('session.wrongCredentials')).waitFor();
    },
  },
  {
    name: 'sign-up',
    isForVisitors: true,
    show: async (stage) => {
      await goTo(stage, '/login');
      const { page, word } = stage;
      await page.getByText(word('session.toSignUp')).click();
      await page.getByLabel(word('signUp.repeat')).waitFor();
    },
  },
  ...['403', '404', '500'].map((code): Scene => ({
    name: `error ${code}`,
    show: (stage) => goTo(stage, `/${code}`),
  })),
  {
    name: 'link to a file',
    isForVisitors: true,
    show: (stage) => goTo(stage, `/share/${stage.links.file}`),
  },
  {
    name: 'link to a folder',
    isForVisitors: true,
    show: (stage) => goTo(stage, `/share/${stage.links.folder}`),
  },
  {
    name: 'link to a folder, selected',
    isForVisitors: true,
    show: async (stage) => {
      await goTo(stage, `/share/${stage.links.folder}`);
      const boxes = stage.page
        .getByRole('main')
        .getByRole('checkbox', { name: stage.word('folder.select') });
      for (const index of [1, 3]) await boxes.nth(index).check({ force: true });
    },
  },
  {
    name: 'link to a folder, a picture of it',
    isForVisitors: true,
    show: async (stage) => {
      await goTo(stage, `/share/${stage.links.folder}`);
      await stage.page.getByRole('link', { name: 'Lake.jpg' }).click();
      await stage.page.getByRole('dialog').waitFor();
      await untilLoaded(stage.page);
    },
  },
  {
    name: 'link with a password',
    isForVisitors: true,
    show: (stage) => goTo(stage, `/share/${stage.links.locked}`),
  },
  {
    name: 'link that leads nowhere',
    isForVisitors: true,
    show: (stage) => goTo(stage, '/share/nothingAtAll'),
  },
];

export const SETTINGS_SCENES: readonly Scene[] = [...SETTINGS, ...OUTSIDE];

async function openSettings(stage: Stage, section: string): Promise<void> {
  await goTo(stage, `/settings/${section}`);
  await stage.page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
}

async function openEnd(stage: Stage, section: string): Promise<void> {
  await openSettings(stage, section);
  await stage.page.getByRole('main').getByRole('button').last().scrollIntoViewIfNeeded();
}

async function goTo({ page }: Stage, address: string): Promise<void> {
  await page.goto(address);
  await untilLoaded(page);
}
