// The position of an overlay within the terminal for which its extension draws.
import type { Box, ScreenState } from '../../shared/view/screens.ts';

/** Each coordinate is a share of the free space around the overlay, or 0.5 if there is none. */
export function overlayPlace(
  box: Box,
  screen: Pick<ScreenState, 'columns' | 'rows'>,
): { x: number; y: number } {
  return {
    x: share(box.column, box.columns, screen.columns),
    y: share(box.row, box.rows, screen.rows),
  };
}

function share(start: number, size: number, all: number): number {
  return all > size ? start / (all - size) : 0.5;
}
