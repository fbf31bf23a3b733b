// Keeps what is in the middle of a scrolled view there while the scale changes.
import { tick } from 'svelte';

/** `scale`: read before each change of the page. Call this while the component is created. */
export function keepCenter(view: () => HTMLElement | undefined, scale: () => number): void {
  let drawn = 0;
  $effect.pre(() => {
    const next = scale();
    const element = view();
    const before = drawn;
    drawn = next;
    if (!element || before === 0 || before === next) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
    const grown = next / before;
    void tick().then(() => {
      element.scrollLeft = (scrollLeft + clientWidth / 2) * grown - clientWidth / 2;
      element.scrollTop = (scrollTop + clientHeight / 2) * grown - clientHeight / 2;
    });
  });
}
