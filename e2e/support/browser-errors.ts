import type { BrowserContext } from '@playwright/test';

/** Collects errors and warnings of every page: console messages, exceptions and violations of the content security policy. */
export class BrowserErrors {
  readonly #told: string[] = [];
  readonly #expected: RegExp[] = [];

  async watch(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      window.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`forbidden by the policy: ${violatedDirective} ${blockedURI}`);
      });
    });
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      this.#told.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (thrown) => this.#told.push(`thrown: ${String(thrown.error())}`));
  }

  /** Ignores errors that match, because the test provokes them. */
  expect(complaint: RegExp): void {
    this.#expected.push(complaint);
  }

  unexpected(): string[] {
    return this.#told.filter((told) => !this.#expected.some((pattern) => pattern.test(told)));
  }
}

/** Returns the pattern of Chromium's message about a refused request; only tests that provoke one expect it. */
export function refusal(status: number): RegExp {
  return new RegExp(`Failed to load resource: the server responded with a status of ${status}`);
}

/** Chromium's message about a failed connection, also of preloaded files. */
export const NO_ANSWER = /Failed to load resource: net::ERR_|Couldn't load preload assets/;
