// A text of the conversation as extensions change it before it is shown (`registerMarkdownTransformer`). They run inside
// pi. Without them, the text is shown as it was written.
import { untrack } from 'svelte';
import type { DrawnRow, MarkdownRow } from '../../../shared/view/renders.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { drawnRowsOf } from '../tools/drawn-rows.svelte.ts';
import { GrowingRow, withRest } from './growing-row.ts';

/** pi's width for text in a terminal that nobody has resized. */
const COLUMNS = 80;

/** Where a text is. Null for one that extensions cannot change. */
export type TextPlace = Omit<MarkdownRow, 'kind'> | null;

interface ChangedText {
  readonly text: string;
}

/** Call this while a component is created. `owner`: the id of the component. */
export function changedText(
  agent: Agent,
  owner: string,
  given: () => { text: string; place: TextPlace },
): ChangedText {
  const rows = drawnRowsOf(agent);
  let drawn = $state.raw<DrawnRow | undefined>(undefined);
  const row = $derived.by(() => {
    const { place } = given();
    return place && agent.view?.renders.markdown?.includes(place.of) ? JSON.stringify(place) : null;
  });
  $effect(() => {
    if (row === null) return;
    const place = JSON.parse(row) as Omit<MarkdownRow, 'kind'>;
    const wanted = { kind: 'markdown', ...place, isExpanded: false } as const;
    let isCurrent = true;
    const draw = (then?: (result: DrawnRow) => void): void =>
      rows.draw(owner, {
        row: wanted,
        columns: COLUMNS,
        show(result) {
          if (isCurrent) drawn = result;
          then?.(result);
        },
      });
    const growing = place.isLive ? new GrowingRow(draw) : null;
    if (growing) $effect(() => growing.onGrowth(given().text.length));
    else {
      // What was drawn while the text grew is shown until the whole is drawn.
      drawn = untrack(() => rows.find(wanted, COLUMNS) ?? drawn);
      draw();
    }
    return () => {
      isCurrent = false;
      growing?.close();
      rows.cancel(owner);
    };
  });
  return {
    get text() {
      const { text } = given();
      return row === null ? text : withRest(drawn, text);
    },
  };
}
