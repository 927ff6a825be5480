import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  sharesOf,
  createShare,
  sharePath,
  visit,
  type ShareOptions,
} from './http/public-shares.ts';
import { header, send, type Reply } from './http/send.ts';
import { changeUser } from './http/users.ts';
import { useServer } from './server/use-server.ts';

const served = useServer();

const page = (hash: string, below = '') => visit(served(), `/share/${hash}${below}`);
const titleOf = ({ body }: Reply) => /<title>([^<]*)<\/title>/.exec(body.toString())?.[1];

/** Returns the page without the parts that differ between responses. */
function bare({ body }: Reply): string {
  return body.toString().replaceAll(/nonce="[^"]*"/g, '');
}

async function linkTo(name: string, options: ShareOptions = {}): Promise<string> {
  writeFileSync(join(served().server.root, 'bob', name), 'x'.repeat(1_500));
  return (await createShare(served(), 'bob', `/${encodeURIComponent(name)}`, options)).hash;
}

describe('the page of a share', () => {
  it('gives link previews its name and size, and nothing about its owner', async () => {
    const reply = await page(await linkTo('holiday plan.txt'));
    expect(reply.status).toBe(200);
    expect(titleOf(reply)).toBe('holiday plan.txt – File Browser');
    const html = reply.body.toString();
    expect(html).toMatch(
      /property="og:title"[^>]*content="holiday plan.txt"|content="holiday plan.txt"[^>]*property="og:title"/,
    );
    expect(html).toContain('1.46 KiB');
    expect(html).not.toContain('bob');
    expect(html).not.toContain(served().server.work);
  });

  it('is the same page for every share without public details', async () => {
    const unknown = bare(await page('no-such-link-0123456789'));
    const locked = await linkTo('locked.txt', { password: 'p' });
    const revoked = await linkTo('revoked.txt');
    await served().as('bob', { method: 'DELETE', path: `/api/share/${revoked}` });
    const { hash: gone } = await createShare(served(), 'bob', '/docs/c.txt');
    await served().as('bob', { method: 'DELETE', path: '/api/resources/docs/c.txt' });
    for (const [hash, below] of [
      [locked, ''],
      [locked, '/locked.txt'],
      [revoked, ''],
      [gone, ''],
      ['x'.repeat(3_000), ''],
      ['%20', ''],
    ] as const) {
      const reply = await page(hash, below);
      expect([reply.status, bare(reply)]).toEqual([200, unknown]);
    }
  });

  it('shows no details once the owner has lost the permission to share', async () => {
    const hash = await linkTo('refused.txt');
    await changeUser(served(), 'bob', { perm: { share: false } });
    const reply = await page(hash);
    await changeUser(served(), 'bob', { perm: { share: true } });
    expect(titleOf(reply)).toBe('File Browser');
    expect(reply.body.toString()).not.toContain('refused.txt');
    expect(titleOf(await page(hash))).toBe('refused.txt – File Browser');
  });

  it('escapes markup in a name', async () => {
    const name = `"><script>alert(1)<\u2215script> ' & {{x}} \u202egpj.exe`;
    const html = (await page(await linkTo(name))).body.toString();
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('"><script');
    expect(html).not.toContain('\u202e');
    expect(html).toContain('alert(1)');
  });

  it('sends its address to no other site and no search engine, and runs only its own scripts', async () => {
    const reply = await page(await linkTo('private.txt'));
    expect(header(reply, 'referrer-policy')).toBe('no-referrer');
    expect(header(reply, 'x-robots-tag')).toContain('noindex');
    expect(header(reply, 'cache-control')).toContain('no-store');
    const policy = header(reply, 'content-security-policy');
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+'/);
    expect(policy).not.toContain("'unsafe-inline'");
    expect(policy).not.toContain("'unsafe-eval'");
    expect(reply.headers.has('set-cookie')).toBe(false);
    const scripts = reply.body.toString().match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toMatch(/src="\/static\/|nonce="/);
  });

  it('answers below the share, without a share, and to a HEAD', async () => {
    const { hash } = await createShare(served(), 'bob', '/docs/');
    for (const path of [
      `/share/${hash}/`,
      `/share/${hash}/b.txt`,
      `/share/${hash}/none`,
      '/share/',
      '/share',
    ]) {
      const reply = await visit(served(), path);
      expect([path, reply.status, header(reply, 'content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ]);
    }
    const head = await send(served().server.port, { method: 'HEAD', path: `/share/${hash}` });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect((await visit(served(), `/share/${hash}/../../etc`)).status).toBe(400);
    expect(
      (await send(served().server.port, { method: 'POST', path: `/share/${hash}` })).status,
    ).toBe(405);
  });

  it('is not recorded as a use, because link previews load it', async () => {
    const { hash } = await createShare(served(), 'bob', '/docs/b.txt');
    for (let visits = 0; visits < 3; visits += 1) await page(hash);
    await visit(served(), sharePath(hash));
    await expect
      .poll(async () => (await sharesOf(served(), 'bob')).find((link) => link.hash === hash), {
        timeout: 5_000,
      })
      .toMatchObject({ opened: 1, downloaded: 0 });
  });
});
