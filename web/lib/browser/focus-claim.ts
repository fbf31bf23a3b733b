// The right to move the focus to something that arrives late, such as a file, the code of an editor or a response from
// the server. It is claimed when the user asks for that, and lost when the user does something else in the meantime.

/** Returns true if the focus may be moved now. */
export type FocusClaim = () => boolean;

export const NO_CLAIM: FocusClaim = () => false;

/** The number of `input` events outside of modal dialogs. */
let inputCount = 0;

/** Must be called at each `input` event of the page. Nobody can type outside of an open modal dialog. */
export function noteTyping(): void {
  if (!document.querySelector(':modal')) inputCount += 1;
}

/** The element to which the page moved the focus because the focused element was removed. */
let moved: Element | null = null;

/** Must be called with that element, and with null as soon as the user does something. */
export function noteMovedFocus(element: Element | null): void {
  moved = element;
}

/** The control that had the focus until it was disabled, as while its action runs. It gets the focus back. */
export const paused: { control: Element | null } = { control: null };

/** Moves the focus to an element that had it before; to one that is disabled, once it is enabled. */
export function returnFocus(element: Element | null | undefined): void {
  if (element?.matches(':disabled')) paused.control = element;
  else (element as HTMLElement | undefined)?.focus({ preventScroll: true });
}

/** Whether the focus is on this element or on no element at all, as after the focused element was removed. */
export const isFocusOn = (element: Element | null): boolean =>
  [element, moved, document.body, null].includes(document.activeElement);

/** Matches text fields. The field of Monaco is neither an input nor a textarea. */
const FIELDS = 'input, textarea, .native-edit-context';

/** Whether the user can type where the focus is. */
export const isInField = (): boolean => document.activeElement?.matches(FIELDS) ?? false;

/** Must be called at the moment of the user's request. */
export function claimFocus(): FocusClaim {
  const from = document.activeElement;
  const inputCountBefore = inputCount;
  // A modal dialog, such as the palette, has the focus and returns it when it closes.
  const modal = from?.closest(':modal');
  return () => {
    if (inputCount !== inputCountBefore) return isFocusOn(null);
    return isFocusOn(from) || Boolean(modal && !modal.matches(':modal'));
  };
}
