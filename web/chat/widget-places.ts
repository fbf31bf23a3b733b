// Assigns extension widgets to the places of the chat: widgets that pi reports as lines, and widgets that extensions
// draw themselves.
import type { DrawnKind } from '../../shared/view/screens.ts';
import type { View, Widget } from '../../shared/view/view.ts';

export type WidgetPlace = 'header' | 'above' | 'below' | 'footer';

const DRAWN: Record<WidgetPlace, DrawnKind> = {
  header: 'header',
  above: 'widgetAbove',
  below: 'widgetBelow',
  footer: 'footer',
};
const PLACEMENT: Partial<Record<WidgetPlace, Widget['placement']>> = {
  above: 'aboveEditor',
  below: 'belowEditor',
};

export interface ShownWidget extends Pick<Widget, 'key' | 'lines'> {
  /** The width for which its extension drew it. */
  columns?: number;
}

/** Returns the widgets at a place, or none until the view is known. */
export function widgetsAt(view: View | null, place: WidgetPlace): ShownWidget[] {
  const { widgets = [], drawn = [] } = view ?? {};
  return [
    ...widgets.filter(({ placement }) => placement === PLACEMENT[place]),
    ...drawn
      .filter(({ kind }) => kind === DRAWN[place])
      .map(({ id, lines, screen: { columns } }) => ({ key: id, lines, columns })),
  ];
}
