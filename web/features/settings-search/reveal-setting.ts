import type { FoundSetting } from './settings-index.ts';

/** Time for the page of a setting to appear. */
const PATIENCE_MS = 10_000;
/** Time for which a setting that was found stays highlighted. */
const HIGHLIGHT_MS = 2500;

const CONTROL =
  'input:checked[type="radio"], input:not([type="hidden"]), select, textarea, button, a[href]';

/** Ends the wait for the setting chosen before. */
let stop = () => {};
/** Ends the highlight of the setting found before. */
let unhighlight = () => {};

/** Waits for the page of a setting, then scrolls to the setting, focuses and highlights it. */
export function revealSetting(setting: FoundSetting): void {
  stop();
  const attempt = () => {
    if (!window.location.pathname.replace(/\/$/, '').endsWith(setting.address)) return;
    const found = elementsOf(setting);
    if (!found) return;
    stop();
    show(found);
  };
  const observer = new MutationObserver(attempt);
  const timer = window.setTimeout(() => stop(), PATIENCE_MS);
  stop = () => {
    observer.disconnect();
    window.clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  attempt();
}

interface Found {
  /** Element to highlight. */
  readonly box: HTMLElement;
  /** Control of the setting, if it has one. */
  readonly control: HTMLElement | null;
}

/** Finds a setting by its visible label, within its group if that is displayed. */
function elementsOf({ label, group }: FoundSetting): Found | undefined {
  const page = document.querySelector<HTMLElement>('[data-part="settings-page"]');
  if (!page) return undefined;
  const heading = withText(page, 'h1, h2', group ?? label);
  if (!heading) return undefined;
  // The heading of a page has no box of its own.
  if (group === undefined) return { box: heading, control: null };
  const box = heading.closest('section') ?? heading;
  if (label === group) return { box: heading, control: null };
  const name = withText(box, 'label, legend, h3', label);
  if (!name) return undefined;
  const control =
    name instanceof HTMLLabelElement && name.control
      ? name.control
      : (name.closest('fieldset') ?? name.parentElement)?.querySelector<HTMLElement>(CONTROL);
  return { box: name, control: name.matches('h3') ? null : (control ?? null) };
}

function withText(within: HTMLElement, selector: string, text: string): HTMLElement | undefined {
  return [...within.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.textContent.trim() === text,
  );
}

function show({ box, control }: Found): void {
  const focused = control && !control.matches(':disabled') ? control : box;
  // Headings, and labels of disabled fields, take the focus for screen readers to read on from there.
  if (focused === box) box.tabIndex = -1;
  focused.focus({ preventScroll: true });
  box.scrollIntoView({ block: 'center' });
  // Pages share the element of their title: a timer of the page before would end the new highlight early.
  unhighlight();
  box.dataset['found'] = '';
  const timer = window.setTimeout(() => unhighlight(), HIGHLIGHT_MS);
  unhighlight = () => {
    window.clearTimeout(timer);
    delete box.dataset['found'];
  };
}
