// Keeps what runs in a frame from taking the keyboard while the user types elsewhere: a script can focus a field of its
// own document at any time, and would then read what is typed for the agent.

/** Keys that move the focus into a frame, and how long after one of them it may arrive, in ms. */
const MOVES = new Set(['Tab', 'F6']);
/** Keys that do it on a control, and write in a text. */
const PRESSES = new Set(['Enter', ' ']);
const SOON = 500;
/** A page that takes the focus so often does not do it by mistake. */
const MOST_THEFTS = 10;
/** While the user types, each time may cost a key: a field that has the focus at first takes it once in this time, ms. */
const TYPING = 1000;

const EDITABLE = 'textarea, input, [contenteditable], .monaco-editor, .xterm';

/** Returns an attachment for an iframe. `onthief`: called once the frame has taken the focus again and again. */
export function guardFocus(onthief: () => void): (frame: HTMLIFrameElement) => () => void {
  return (frame) => {
    const box = frame.parentElement!;
    const region = frame.closest('section');
    let isPointed = false;
    let enteredAt = -Infinity;
    let typedAt = -Infinity;
    let thefts = 0;
    let stolenAt = -Infinity;
    let last: Element | null = null;

    // Nothing in an inert frame can be focused, unless the browser runs it in another process (Chromium 153).
    const guard = (target: EventTarget | null): void => {
      const isText = target instanceof Element && target.closest(EDITABLE) !== null;
      frame.inert = isText && !region?.contains(target);
    };
    const release = (): void => void (frame.inert = false);
    const over = (): void => {
      isPointed = true;
      release();
    };
    const out = (): void => void (isPointed = false);
    const onkeydown = ({ key, target }: KeyboardEvent): void => {
      const now = performance.now();
      guard(target);
      if (MOVES.has(key)) release();
      if (frame.inert) typedAt = now;
      else if (MOVES.has(key) || PRESSES.has(key)) enteredAt = now;
    };
    const onfocusin = ({ target }: FocusEvent): void => {
      if (target === frame) return;
      last = target as Element;
      guard(target);
    };
    const giveBack = (): void => {
      const mayEnter = isPointed || performance.now() - enteredAt < SOON;
      // A finger does not hover, so a tap cannot be told from a script there.
      if (document.activeElement !== frame || mayEnter || matchMedia('(pointer: coarse)').matches) return;
      if (last instanceof HTMLElement && last.isConnected) last.focus({ preventScroll: true });
      else frame.blur();
      thefts += 1;
      const now = performance.now();
      const isBetweenKeys = now - typedAt < TYPING && now - stolenAt < TYPING;
      stolenAt = now;
      if (isBetweenKeys || thefts === MOST_THEFTS) onthief();
    };
    // The window loses the focus when the frame gets it, and names it as active only then.
    const onblur = (): void => void setTimeout(giveBack);

    guard(document.activeElement);
    box.addEventListener('pointermove', over);
    box.addEventListener('pointerdown', over);
    box.addEventListener('pointerleave', out);
    addEventListener('keydown', onkeydown, true);
    addEventListener('focusin', onfocusin, true);
    addEventListener('blur', onblur);
    return () => {
      box.removeEventListener('pointermove', over);
      box.removeEventListener('pointerdown', over);
      box.removeEventListener('pointerleave', out);
      removeEventListener('keydown', onkeydown, true);
      removeEventListener('focusin', onfocusin, true);
      removeEventListener('blur', onblur);
    };
  };
}
