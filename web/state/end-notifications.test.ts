import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.resetModules();
  localStorage.clear();
});

/** Opens a page in a browser where the user answers the question for the permission. */
async function openPage(answer: NotificationPermission) {
  const browser = {
    permission: 'default',
    requestPermission: async () => (browser.permission = answer),
  };
  vi.stubGlobal('Notification', browser);
  return import('./end-notifications.ts');
}

test('notifications that were allowed stay on on later pages', async () => {
  const first = await openPage('granted');
  expect(first.notificationState()).toBe('off');
  expect(await first.requestNotifications()).toBe('on');
  vi.resetModules();
  const { notificationState } = await import('./end-notifications.ts');
  expect(notificationState()).toBe('on');
});

test('notifications that were refused are off', async () => {
  const { requestNotifications } = await openPage('denied');
  expect(await requestNotifications()).toBe('denied');
});

test('notifications can be turned on where the browser refuses its storage', async () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  const { notificationState, requestNotifications } = await openPage('granted');
  expect(notificationState()).toBe('off');
  expect(await requestNotifications()).toBe('on');
  expect(notificationState()).toBe('on');
});
