import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface CaptchaHost {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  /** Makes the script fail, or restores it. */
  breakScript(isBroken: boolean): void;
  close(): Promise<void>;
}

/** The script of the captcha: a checkbox replaces the puzzle. */
const SCRIPT = `
  window.grecaptcha = {
    ready: (go) => go(),
    render: (element, options) => {
      const label = document.createElement('label');
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.addEventListener('change', async () => {
        const answer = await fetch('URL/answer?key=' + options.sitekey);
        options.callback(await answer.text());
      });
      label.append(box, ' I am no robot');
      // The real ones can be hit by a finger.
      Object.assign(label.style, { display: 'block', padding: '14px' });
      element.append(label);
    },
  };`;

/**
 * Starts a replacement for a captcha host: its script, and the address at which a server checks answers. Each answer is valid
 * once.
 */
export async function startCaptchaHost(): Promise<CaptchaHost> {
  const [key, secret] = ['site-key', 'very secret'];
  const good = new Set<string>();
  let isBroken = false;
  const isGood = async (asked: IncomingMessage) => {
    const form = new URLSearchParams(await text(asked));
    return form.get('secret') === secret && good.delete(form.get('response') ?? '');
  };
  const host = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '/', 'http://localhost');
    answer.setHeader('Access-Control-Allow-Origin', '*');
    if (pathname === '/recaptcha/api.js' && !isBroken) {
      answer.setHeader('Content-Type', 'text/javascript').end(SCRIPT.replace('URL', url));
    } else if (pathname === '/answer') {
      const response = `answer-${good.size}-${Math.random()}`;
      good.add(response);
      answer.end(response);
    } else if (pathname === '/recaptcha/api/siteverify') {
      void isGood(asked).then((success) => answer.end(JSON.stringify({ success })));
    } else {
      answer.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  // A TCP server's address is never the text that a pipe has.
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  return {
    url,
    key,
    secret,
    breakScript: (broken) => {
      isBroken = broken;
    },
    close: () =>
      new Promise((done) => {
        host.close(() => done());
        host.closeAllConnections();
      }),
  };
}
