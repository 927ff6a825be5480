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
      // A checked box has its answer, as with real captchas.
      box.disabled = true;
      fetch('URL/answer?key=' + options.sitekey)
        .then((reply) => reply.text())
        .then((answer) => {
          box.addEventListener('change', () => options.callback(answer));
          box.disabled = false;
        });
      label.append(box, ' I am not a robot');
      // As large as the targets of real captchas.
      Object.assign(label.style, { display: 'block', padding: '14px' });
      element.append(label);
    },
  };`;

/**
 * Starts a fake captcha host with the script for browsers and the verification for servers. Each answer is valid once.
 */
export async function startCaptchaHost(): Promise<CaptchaHost> {
  const [key, secret] = ['site-key', 'very secret'];
  const valid = new Set<string>();
  let isBroken = false;
  const isValid = async (incoming: IncomingMessage) => {
    const form = new URLSearchParams(await text(incoming));
    return form.get('secret') === secret && valid.delete(form.get('response') ?? '');
  };
  const host = createServer((incoming, reply) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
    reply.setHeader('Access-Control-Allow-Origin', '*');
    if (pathname === '/recaptcha/api.js' && !isBroken) {
      reply.setHeader('Content-Type', 'text/javascript').end(SCRIPT.replace('URL', url));
    } else if (pathname === '/answer') {
      const response = `answer-${valid.size}-${Math.random()}`;
      valid.add(response);
      reply.end(response);
    } else if (pathname === '/recaptcha/api/siteverify') {
      void isValid(incoming).then((success) => reply.end(JSON.stringify({ success })));
    } else {
      reply.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  // Only the address of a pipe is a string.
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
