// The types of the steps that the palette shows, and of the outcomes of a choice in it.
import { t } from '../../language/text.ts';
import type { SessionTree } from '../../../shared/session-tree.ts';
import type { TreeRow } from './session-tree-rows.ts';

/**
 * The result of an action: another step, null (the palette closes), or a function to call once the palette is closed,
 * such as one that moves the focus.
 */
export type Outcome = Step | Question | (() => void) | null;

export type Step = PickStep | TreeStep | TextStep | ShowStep;

export interface PickStep {
  kind: 'pick';
  title: string;
  note?: string;
  items: readonly Item[];
  /** Shown when there is nothing to pick. */
  none?: string;
  /** Whether all rows are rendered, however many there are. */
  isWhole?: boolean;
  /** The id of the row that is active at first. */
  start?: string;
  /** Whether it replaces the step that led to it, so that "back" skips that step. */
  replaces?: boolean;
}

/** Picks an entry of a session's tree. */
export interface TreeStep {
  kind: 'tree';
  title: string;
  note: string;
  tree: SessionTree;
  pick: (row: TreeRow) => Outcome | Promise<Outcome>;
}

export interface TextStep {
  kind: 'text';
  title: string;
  placeholder: string;
  note?: string;
  value?: string;
  isOptional?: boolean;
  /** The label of the button. */
  yes: string;
  enter: (text: string) => Promise<Outcome>;
}

export interface ShowStep {
  kind: 'show';
  title: string;
  text: string;
  /** The name of the file that Save writes. */
  file: string;
}

/** A question. It is shown beside the pressed button, or in the palette if no button was pressed. */
export interface Question {
  kind: 'question';
  text: string;
  yes: string;
  /** Whether something is lost if the user confirms. */
  isDestructive?: boolean;
  act: () => Outcome | Promise<Outcome>;
}

export interface Item {
  /** Stays the same after a reload, because the palette stores the ids of recently used items. */
  id: string;
  label: string;
  /** Shown dimmed after the label; included in the search. */
  detail?: string;
  /** pi's name for the item; included in the search but not shown. */
  alias?: string;
  /** Further words by which the search finds it, separated by commas; not shown. */
  words?: string;
  /** Shown at the end of the row. */
  hint?: string;
  /** The heading above this row and others with the same section, except during a search. */
  section?: string;
  keys?: string;
  /** Why the item is unavailable now. The row is still shown. */
  unavailable?: string | null;
  isCurrent?: boolean;
  act: () => Outcome | Promise<Outcome>;
}

/** Turns a question into a step of the palette. Cancel is active at first, as it is beside a button. */
export function questionStep({ text, yes, act }: Question): PickStep {
  return {
    kind: 'pick',
    title: text,
    start: 'no',
    items: [
      { id: 'yes', label: yes, act },
      { id: 'no', label: t('Cancel'), act: () => null },
    ],
  };
}
