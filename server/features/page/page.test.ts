import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { runInNewContext } from 'node:vm';
import type { PageConfig } from '#contract/page-config.ts';
import { expect, onTestFinished, test } from 'vitest';
import { defaultGlobalSettings } from '../../metadata/setting-documents.ts';
import { aStoredUser } from '../../testing/stored-records.ts';
import { startTestApp } from '../../testing/app.ts';

/** Globals that the inline script of the page defines for the bundle. */
interface Injected {
  readonly FileBrowser: PageConfig;
  __prependStaticUrl(url: string): string;
}

function scriptOf(html: string): { readonly nonce: string; readonly script: string } {
  const found = [...html.matchAll(/<script nonce="([^"]*)">([^]*?)<\/script>/g)];
  expect(found).toHaveLength(1);
  return { nonce: found[0]?.[1] ?? '', script: found[0]?.[2] ?? '' };
}

function injectedBy(html: string): Injected {
  const window = {};
  runInNewContext(scriptOf(html).script, { window });
  return window as Injected; // what the script has just put there
}

test('the page contains its configuration in a script that only the policy of this response allows', async () => {
  await using app = await startTestApp();
  const replies = [await app.visitor.get('/'), await app.visitor.get('/')];

  const nonces = replies.map(({ status, headers, text }) => {
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache, no-store, must-revalidate');
    const { nonce } = scriptOf(text);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    return nonce;
  });
  expect(Buffer.from(nonces[0] ?? '', 'base64')).toHaveLength(16);
  expect(nonces[0]).not.toBe(nonces[1]);

  const { FileBrowser, __prependStaticUrl } = injectedBy(replies[0]?.text ?? '');
  expect(FileBrowser).toMatchObject({
    AuthMethod: 'json',
    BaseURL: '',
    LoginPage: true,
    NoAuth: false,
    StaticURL: '/static',
    TusSettings: { chunkSize: 10_485_760, retryCount: 5 },
  });
  expect(Object.keys(FileBrowser)).toEqual(Object.keys(FileBrowser).toSorted());
  expect(__prependStaticUrl('//assets/a.js')).toBe('/static/assets/a.js');
  expect(replies[0]?.text).not.toContain('__FB_');
});

test('the product name cannot inject HTML or scripts', async () => {
  const name = `</script><b>'"&\u2028$&`;
  const { branding } = defaultGlobalSettings();
  await using app = await startTestApp({
    settings: { branding: { ...branding, name, color: '"><script>' } },
  });

  const { text } = await app.visitor.get('/');

  expect(injectedBy(text).FileBrowser).toMatchObject({ Name: name, Color: '"><script>' });
  expect(text).not.toContain('<b>');
  expect(text).not.toContain('content=""><script>');
  expect(text.match(/<script/g)).toHaveLength(2);
  expect(text).toContain('<title>&lt;/script&gt;&lt;b&gt;&#39;&#34;&amp;');
  const manifest = await app.visitor.get('/static/manifest.json');
  expect(manifest.json<{ name: string }>().name).toBe(name);
});

test('every address of the page returns the page, also with a base path', async () => {
  await using app = await startTestApp({ config: { baseUrl: '/fb' } });
  for (const path of [
    '/',
    '/files/',
    '/files/a%20b/c.html',
    '/login',
    '/settings/profile?x=1',
    '/nothing',
  ]) {
    const reply = await app.visitor.get(path);
    expect([path, reply.status]).toEqual([path, 200]);
    expect(injectedBy(reply.text).FileBrowser).toMatchObject({
      BaseURL: '/fb',
      StaticURL: '/fb/static',
    });
    expect(reply.text).toContain('src="/fb/static/assets/main.js"');
    expect(reply.text).toContain('href="/fb/static/manifest.json"');
  }
  const head = await app.visitor.head('/files/');
  expect([head.status, head.text]).toEqual([200, '']);
  const base = await app.visitor.get('');
  expect([base.status, base.headers.location]).toEqual([301, '/fb/']);
  expect((await app.visitor.post('/files/a')).status).toBe(405);
});

test('unknown API addresses return 404, and wrong methods 405 with the allowed ones', async () => {
  await using app = await startTestApp();
  for (const path of [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/resourcesx',
    '/api/rawx/a',
    '/static',
    '/static/',
    '/static/none.js',
  ]) {
    const reply = await app.visitor.get(path);
    expect([path, reply.status, reply.text]).toEqual([path, 404, '404 Not Found\n']);
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
  }
  for (const [method, path, allow] of [
    ['GET', '/api/login', 'POST'],
    ['GET', '/api/renew', 'POST'],
    ['DELETE', '/api/raw/a', 'GET, HEAD'],
    ['POST', '/api/usage/', 'GET, HEAD'],
    ['PUT', '/api/tus/a', 'GET, HEAD, POST, PATCH, DELETE, OPTIONS'],
    ['DELETE', '/static/assets/main.js', 'GET, HEAD'],
    ['OPTIONS', '/api/users/1', 'GET, HEAD, PUT, DELETE'],
    ['TRACE', '/api/raw/a', 'GET, HEAD'],
  ] as const) {
    const reply = await app.visitor.send(method, path);
    expect([method, path, reply.status, reply.headers.allow]).toEqual([method, path, 405, allow]);
  }
});

test('every address of the API refuses the methods that it does not describe', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn({ perm: { ...aStoredUser().perm, admin: true } });
  const { paths } = (await admin.get('/api/openapi.json')).json<{
    paths: Record<string, Readonly<Record<string, unknown>>>;
  }>();
  // These answer all methods, or leave the others to the items of their names.
  for (const path of ['/health', '/api/resources/recursive/{path}']) delete paths[path];
  const wrong: string[] = [];
  for (const [path, described] of Object.entries(paths)) {
    const address = path.replaceAll(/\{[^}]*\}/g, '1');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      if (method.toLowerCase() in described) continue;
      const { status, headers } = await admin.send(method, address);
      const allowed = String(headers.allow).toLowerCase().split(', ');
      const isRight =
        status === 405 && Object.keys(described).every((each) => allowed.includes(each));
      if (!isRight) wrong.push(`${method} ${path}: ${status}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('assets are cached permanently and sent compressed, and other files are not sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'filebrowser-page-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['assets', 'img', '.vite']) await mkdir(join(folder, name));
  const script = 'console.log("hello");'.repeat(100);
  await writeFile(join(folder, 'index.html'), '<!--FB_HEAD-->');
  await writeFile(join(folder, 'share.html'), '<!--FB_HEAD-->');
  await writeFile(join(folder, 'assets/app-1a2b.js'), script);
  await writeFile(join(folder, 'assets/app-1a2b.js.gz'), gzipSync(script));
  await writeFile(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'img/logo.svg'), '<svg/>');
  await writeFile(join(folder, '.vite/manifest.json'), '{}');
  await using app = await startTestApp({ page: pathToFileURL(`${folder}/`) });
  const asset = (encoding: string) =>
    app.visitor.get('/static/assets/app-1a2b.js', { headers: { 'accept-encoding': encoding } });

  const plain = await asset('identity');
  expect([plain.status, plain.text]).toEqual([200, script]);
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(plain.headers['content-type']).toMatch(/^(text|application)\/javascript/);
  expect(plain.headers).not.toHaveProperty('etag');
  expect(plain.headers).not.toHaveProperty('last-modified');
  const brotli = await asset('gzip, br');
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(script);
  const gzip = await asset('gzip');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.bytes).toString()).toBe(script);
  expect(String(gzip.headers.vary).toLowerCase()).toContain('accept-encoding');

  const picture = await app.visitor.get('/static/img/logo.svg');
  expect(picture.headers['content-type']).toBe('image/svg+xml');
  expect(picture.headers['cache-control']).toBe('public, max-age=86400');

  for (const path of [
    '/static/index.html',
    '/static/share.html',
    '/static/.vite/manifest.json',
    '/static/assets/../index.html',
    '/static/assets/%2e%2e/index.html',
    '/static/assets/..%2findex.html',
    '/static/assets/..%5cindex.html',
    '/static/assets/',
    '/static/assets',
    '/static/img/none.svg',
    '/static/assets/%2Fetc/passwd',
  ]) {
    const reply = await app.visitor.get(path);
    expect([path, reply.status]).toEqual([path, expect.toBeOneOf([400, 403, 404])]);
    expect(reply.text).not.toContain(folder);
  }
});

test('only the worker for PDFs may run WebAssembly', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'filebrowser-page-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!--FB_HEAD-->');
  await writeFile(join(folder, 'share.html'), '<!--FB_HEAD-->');
  for (const name of ['pdf.worker.min-1a2b.mjs', 'app-1a2b.js', 'pdf-reader-1a2b.js']) {
    await writeFile(join(folder, 'assets', name), '');
  }
  await using app = await startTestApp({ page: pathToFileURL(`${folder}/`) });
  const policyOf = async (name: string) =>
    (await app.visitor.get(`/static/assets/${name}`)).headers['content-security-policy'];

  expect(await policyOf('pdf.worker.min-1a2b.mjs')).toBe(
    "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'",
  );
  for (const name of ['app-1a2b.js', 'pdf-reader-1a2b.js']) {
    expect(await policyOf(name)).toBe("default-src 'none'; frame-ancestors 'none'");
  }
});

test('the health check needs no login', async () => {
  await using app = await startTestApp();
  const reply = await app.visitor.get('/health');
  expect([reply.status, reply.text]).toEqual([200, '{"status":"OK"}']);
});
