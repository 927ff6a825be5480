import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { BuildApp } from './serve.ts';

const WEB = join(import.meta.dirname, '../../web');
const NONCE = '__FB_NONCE__';

/**
 * Builds the app with Vite in front of it, on the same server: the page's modules are served from the sources, and
 * changes show without a reload. For development only.
 */
export function withHotReload(buildApp: BuildApp): BuildApp {
  return async (config, parts) => {
    let app: RequestListener | undefined;
    const server = parts.createServer((request, response) => {
      const { url } = request;
      vite.middlewares(request, response, () => {
        // Vite removes the base path, which our server needs.
        app?.(Object.assign(request, { url }), response);
      });
    });
    const { createServer: createVite } = await import('vite');
    const vite = await createVite({
      configFile: join(WEB, 'vite.config.ts'),
      base: `${config.baseUrl}/`,
      appType: 'custom',
      clearScreen: false,
      html: { cspNonce: NONCE },
      server: { middlewareMode: true, hmr: { server } },
    });
    const built = await buildApp(config, {
      ...parts,
      createServer(listener) {
        app = listener;
        return server;
      },
      async readPage(name, url, nonce) {
        const source = await readFile(join(WEB, `${name}.html`), 'utf8');
        const page = await vite.transformIndexHtml(`/${name}.html`, source, url);
        return page.replaceAll(NONCE, nonce);
      },
    });
    return {
      server: built.server,
      start: () => built.start(),
      hangUp: () => built.hangUp(),
      async close() {
        await vite.close();
        await built.close();
      },
    };
  };
}
