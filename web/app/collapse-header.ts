import './collapse-header.css';

/** Distance in the same direction after which the header leaves or returns. CSS pixels. */
const AWAY_AFTER = 32;
const BACK_AFTER = 16;
/** Distance from the top below which the header stays. CSS pixels. */
const TOP = 96;
/** Time for which the content goes on scrolling by itself after a finger has left it. Milliseconds. */
const MOMENTUM_MS = 1_500;

/**
 * Moves the header of a narrow window away while a finger scrolls down, and back when it scrolls up, when the header gets the focus, and on
 * another page. Scrolling by script, as when a position is restored, changes nothing. Returns a function that stops it.
 */
export function collapseHeader(shell: HTMLElement): () => void {
  let touchedAt = -Infinity;
  let scrolled: { readonly element: Element; top: number; distance: number } | undefined;
  let page = window.location.pathname;

  const show = (): void => void (shell.dataset['header'] = 'there');
  const onTouch = (): void => void (touchedAt = performance.now());
  const onScroll = ({ target }: Event): void => {
    if (!(target instanceof Element) || target.closest('main') === null) return;
    const { scrollTop } = target;
    const step = scrolled?.element === target ? scrollTop - scrolled.top : 0;
    const before = scrolled?.distance ?? 0;
    const distance = Math.sign(step) === Math.sign(before) ? before + step : step;
    scrolled = { element: target, top: scrollTop, distance };
    if (performance.now() - touchedAt > MOMENTUM_MS) return;
    if (scrollTop < TOP || distance < -BACK_AFTER) show();
    else if (distance > AWAY_AFTER && isLong(target)) shell.dataset['header'] = 'away';
  };
  // Each page takes the focus.
  const onFocus = ({ target }: Event): void => {
    const isInHeader = target instanceof Element && target.closest('header') !== null;
    if (!isInHeader && page === window.location.pathname) return;
    page = window.location.pathname;
    show();
  };

  show();
  const options = { capture: true, passive: true } as const;
  document.addEventListener('touchmove', onTouch, options);
  document.addEventListener('scroll', onScroll, options);
  document.addEventListener('focusin', onFocus, options);
  return () => {
    document.removeEventListener('touchmove', onTouch, options);
    document.removeEventListener('scroll', onScroll, options);
    document.removeEventListener('focusin', onFocus, options);
    delete shell.dataset['header'];
  };
}

/** Returns false for content that might fit without the header: then nothing could be scrolled to bring it back. */
function isLong({ scrollHeight, clientHeight }: Element): boolean {
  return scrollHeight > clientHeight + 2 * TOP;
}
