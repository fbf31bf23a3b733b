// Moves the focus on when the element that has it disappears, such as the row of a deleted file, and back to a button
// that was disabled while its action ran. Otherwise, the next key would reach no region at all.
import { isFocusOn, noteMovedFocus, paused, returnFocus } from '../../lib/browser/focus-claim.ts';

/** Regions with lists, in which rows come and go. The others move their focus themselves. */
const LIST_REGIONS = ['agents', 'changes', 'files', 'review', 'search', 'sessions'];
const FOCUSABLE = ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled)';
const FLOATING = 'dialog, [popover]';
const TOUCH = '(pointer: coarse)';

/** An element between the focus and its region, with its place among its siblings. */
interface Step {
  element: Element;
  parent: Element;
  index: number;
}

export function moveLostFocus(): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  /** From the element that had the focus last in a region to the child of that region. */
  let steps: readonly Step[] = [];
  let focused: Element | null = null;

  /** Dialogs, menus and toasts are not part of a region. The user comes back from them to where they were before. */
  function remember(target: EventTarget | null): void {
    focused = target instanceof Element ? target : null;
    paused.control = null;
    if (!focused || focused.closest(FLOATING)) return;
    const region = focused.closest<HTMLElement>('[data-region]');
    if (region) steps = LIST_REGIONS.includes(region.dataset.region ?? '') ? stepsTo(focused, region) : [];
  }

  function onfocusout({ target, relatedTarget }: FocusEvent): void {
    focused = null;
    if (target instanceof Element && relatedTarget === null) moveOn(target);
  }

  function moveOn(target: Element): void {
    // Whatever replaces the element may take the focus by itself.
    requestAnimationFrame(() => {
      const isLost = document.activeElement === document.body && document.hasFocus() && !isUsable(target);
      // On a touch screen, the focus would open a keyboard.
      if (!isLost || matchMedia(TOUCH).matches) return;
      returnFocus(findNext(steps));
      noteMovedFocus(document.activeElement);
    });
  }

  // Chromium reports an element that is removed with the focus in it; Firefox 140 does not.
  const changes = new MutationObserver(() => {
    const { control } = paused;
    if (focused?.matches(':disabled')) paused.control = focused;
    else if (control && !control.matches(':disabled')) {
      paused.control = null;
      if (isFocusOn(null) && !matchMedia(TOUCH).matches) returnFocus(control);
    }
    if (!focused || focused.isConnected) return;
    const removed = focused;
    focused = null;
    moveOn(removed);
  });
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  signal.addEventListener('abort', () => changes.disconnect());

  remember(document.activeElement);
  document.addEventListener('focusin', ({ target }) => remember(target), { signal });
  document.addEventListener('focusout', onfocusout, { signal });
  for (const act of ['keydown', 'pointerdown'])
    document.addEventListener(act, () => noteMovedFocus(null), { signal, capture: true });
  return () => closing.abort();
}

function stepsTo(target: Element, region: Element): Step[] {
  const steps: Step[] = [];
  for (let element = target; element !== region && element.parentElement; element = element.parentElement) {
    const parent = element.parentElement;
    steps.push({ element, parent, index: [...parent.children].indexOf(element) });
  }
  return steps;
}

/** Returns the element that had the focus or, if that is gone, the nearest one to its place. */
function findNext(steps: readonly Step[]): HTMLElement | undefined {
  const [first] = steps;
  if (first && isUsable(first.element)) return first.element as HTMLElement;
  for (const { parent, index } of steps) {
    if (!parent.isConnected) continue;
    // The keys of such a list work wherever the focus is in it.
    if (parent.matches('[tabindex]')) return parent as HTMLElement;
    const distance = (child: Element, at: number): [Element, number] => [child, Math.abs(at - index)];
    const nearest = [...parent.children].map(distance).sort(([, a], [, b]) => a - b);
    for (const [child] of nearest) {
      const found = [child, ...child.querySelectorAll(FOCUSABLE)].find(isUsable);
      if (found) return found as HTMLElement;
    }
  }
  return undefined;
}

const isUsable = (element: Element): boolean =>
  element.isConnected && element.matches(FOCUSABLE) && element.checkVisibility({ visibilityProperty: true });
