import type { BrowserContext } from '@playwright/test';

/** Collects errors and warnings of every page: console messages, exceptions and violations of the content security policy. */
export class BrowserErrors {
  readonly #messages: string[] = [];
  readonly #expected: RegExp[] = [];

  async watch(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      window.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`blocked by the content security policy: ${violatedDirective} ${blockedURI}`);
      });
    });
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      this.#messages.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (thrown) => this.#messages.push(`thrown: ${String(thrown.error())}`));
  }

  /** Ignores errors that match, because the test provokes them. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  unexpected(): string[] {
    return this.#messages.filter(
      (message) => !this.#expected.some((pattern) => pattern.test(message)),
    );
  }
}

/** Returns a pattern of Chromium's message about a response with this status. */
export function refusal(status: number): RegExp {
  return new RegExp(`Failed to load resource: the server responded with a status of ${status}`);
}

/** Pattern of Chromium's messages about failed connections, including those of preloaded files. */
export const NO_ANSWER = /Failed to load resource: net::ERR_|Couldn't load preload assets/;
