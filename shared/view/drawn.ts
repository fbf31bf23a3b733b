// The drawings of extensions in the view: opened, changed by frames, closed.
import { applyChanges, MAX_DRAWN, type Drawn, type Frame } from './screens.ts';
import type { View } from './view.ts';

export function openDrawn(view: View, drawn: Drawn): View {
  const others = view.drawn.filter(({ id }) => id !== drawn.id);
  return { ...view, drawn: [...others, drawn].slice(-MAX_DRAWN) };
}

export function closeDrawn(view: View, id: string): View {
  return view.drawn.some((one) => one.id === id)
    ? { ...view, drawn: view.drawn.filter((one) => one.id !== id) }
    : view;
}

export function applyFrame(view: View, { id, count, changes = [], screen }: Frame): View {
  return {
    ...view,
    drawn: view.drawn.map((one) =>
      one.id === id
        ? { ...one, screen: screen ?? one.screen, lines: applyChanges(one.lines, changes, count) }
        : one,
    ),
  };
}
