// Where a context menu opens.

/** Returns where the pointer is, in px, or the lower corner of the element for the menu key, which has no position. */
export function menuPlace(
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
  at: Pick<Element, 'getBoundingClientRect'>,
): { x: number; y: number } {
  if (clientX !== 0) return { x: clientX, y: clientY };
  const { left, bottom } = at.getBoundingClientRect();
  return { x: left, y: bottom };
}
