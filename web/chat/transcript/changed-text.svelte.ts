// A text of the conversation as extensions change it before it is shown (`registerMarkdownTransformer`). They run inside
// pi once the message is complete; until then, and without them, the text is shown as it was written.
import { untrack } from 'svelte';
import type { DrawnRow, MarkdownKind, MarkdownRow } from '../../../shared/view/renders.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { drawnRowsOf } from '../tools/drawn-rows.svelte.ts';

/** pi's width for text in a terminal that nobody has resized. */
const COLUMNS = 80;

/** Where a text is. Null for one that is not complete. */
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
    const { of, at, block } = JSON.parse(row) as { of: MarkdownKind; at: number; block: number };
    const wanted = { kind: 'markdown', of, at, block, isExpanded: false } as const;
    drawn = untrack(() => rows.find(wanted, COLUMNS));
    rows.draw(owner, { row: wanted, columns: COLUMNS, show: (result) => (drawn = result) });
    return () => rows.cancel(owner);
  });
  return {
    get text() {
      return row !== null && drawn && 'markdown' in drawn ? drawn.markdown : given().text;
    },
  };
}
