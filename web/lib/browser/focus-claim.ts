// The right to move the focus to something that arrives late, such as a file, the code of an editor or an answer of the
// server. It is claimed when the user asks for it, and lost when the user goes on elsewhere meanwhile.

/** Whether the focus may be moved now. */
export type FocusClaim = () => boolean;

export const NO_CLAIM: FocusClaim = () => false;

/** How often the user typed outside of modal dialogs. */
let typed = 0;

/** To be called with each `input` event of the page. */
export function noteTyping({ target }: Event): void {
  if (!(target instanceof Element && target.closest(':modal'))) typed += 1;
}

/** The focus is on this element, or on none: that of a removed element is lost. */
export const isFocusOn = (element: Element | null): boolean =>
  [element, document.body, null].includes(document.activeElement);

/** To be called when the user asks. */
export function claimFocus(): FocusClaim {
  const from = document.activeElement;
  const typedBefore = typed;
  // A modal dialog, such as the palette, holds the focus and gives it back when it closes.
  const modal = from?.closest(':modal');
  return () => {
    if (typed !== typedBefore) return isFocusOn(null);
    return isFocusOn(from) || Boolean(modal && !modal.matches(':modal'));
  };
}
