import { expect, test } from 'vitest';
import { writeAuthSettings } from '../../metadata/settings.ts';
import { startTestApp } from '../../testing/app.ts';
import { contentPolicy } from './content-policy.ts';

const HOST = 'https://captcha.example.org';

test('the page contains the captcha’s script and allows only its host', async () => {
  await using app = await startTestApp();
  const recaptcha = { host: `${HOST}/`, key: 'site-key', secret: 'very secret' };
  await app.db.write((tx) => writeAuthSettings(tx, { recaptcha, header: '', command: '' }));

  const page = await app.visitor.get('/login');
  expect(page.text).toContain(` src="${HOST}/recaptcha/api.js?render=explicit"></script>`);
  expect(page.text).toContain('"ReCaptcha":true');
  expect(page.text).not.toContain('very secret');
  const policy = String(page.headers['content-security-policy']);
  for (const kind of ['script-src', 'style-src', 'frame-src', 'connect-src']) {
    expect(policy).toMatch(new RegExp(`${kind} 'self'[^;]* ${HOST}(?:;|$)`));
  }
  expect(policy).not.toMatch(/unsafe|\*/);

  const ofLink = await app.visitor.get('/share/abcdefgh');
  expect(ofLink.text).not.toContain('recaptcha/api.js');
  expect(ofLink.headers['content-security-policy']).not.toContain('captcha.example.org');
});

test.each([
  ['without its secret', 'json', ''],
  ['where a hook asks for the password', 'hook', 'secret'],
] as const)('a captcha %s is none', async (_, authMethod, secret) => {
  await using app = await startTestApp({ settings: { authMethod } });
  const recaptcha = { host: HOST, key: 'k', secret };
  await app.db.write((tx) => writeAuthSettings(tx, { recaptcha, header: '', command: '' }));
  const page = await app.visitor.get('/');
  expect(page.text).toContain('"ReCaptcha":false');
  expect(page.text).not.toContain('recaptcha/api.js');
  expect(page.headers['content-security-policy']).not.toContain(HOST);
});

test.each(['https://a.example; script-src *', 'javascript:alert(1)', 'data:,x', 'nonsense', ''])(
  'the captcha host %j cannot widen the policy',
  (host) => {
    const known = [contentPolicy('n'), contentPolicy('n', 'https://a.example')];
    expect(known).toContain(contentPolicy('n', host));
  },
);
