// Reads a conversation as a user with a wheel does, and records rows that move on their own.
import type { Locator } from 'playwright';

export interface Reading {
  /** The most DOM nodes at any time, in all of the page. */
  nodes: number;
  /** How far a visible row moved beyond the reader's own scrolling, in px. */
  jumps: number[];
  frames: number;
  /** The distance that the reader scrolled, in px. */
  px: number;
}

export interface ReadOptions {
  px?: number;
  /** How many px each turn of the wheel scrolls. */
  step?: number;
  /** After how many turns of the wheel the nodes are counted, because that takes longer than all else in a frame. */
  countEvery?: number;
}

/** Scrolls the conversation until nothing moves, or by `px`. */
export function readOn(
  log: Locator,
  direction: 1 | -1,
  { px = Infinity, step = 1900, countEvery = 1 }: ReadOptions = {},
): Promise<Reading> {
  return log.evaluate(
    async (log, { direction, px, step, countEvery }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const inSight = (): Element | undefined => {
        const { top, height } = log.getBoundingClientRect();
        return [...log.querySelectorAll('article')].find(
          (row) => row.getBoundingClientRect().bottom > top + height / 2,
        );
      };
      const reading: Reading = { nodes: 0, jumps: [], frames: 0, px: 0 };
      // At either end there is nothing more once the page has had time to add rows.
      for (let still = 0; still < 10 && reading.px < px;) {
        const row = inSight();
        const before = row?.getBoundingClientRect().top ?? 0;
        const top = log.scrollTop;
        log.dispatchEvent(new WheelEvent('wheel', { deltaY: direction * step, bubbles: true }));
        log.scrollTop += direction * step;
        const moved = log.scrollTop - top;
        await frame();
        await frame();
        reading.frames += 2;
        if ((reading.frames / 2) % countEvery === 0)
          reading.nodes = Math.max(reading.nodes, document.evaluate('count(//node())', document).numberValue);
        const jump = row?.isConnected ? row.getBoundingClientRect().top - before + moved : NaN;
        if (!(Math.abs(jump) <= 1)) reading.jumps.push(jump);
        reading.px += Math.abs(moved);
        const isLoading = direction < 0 && (log.textContent ?? '').includes('Loading older messages');
        still = moved === 0 && !isLoading ? still + 1 : 0;
      }
      return reading;
    },
    { direction, px, step, countEvery },
  );
}
