// The steps that the palette shows, and the outcomes of a choice in it. Types, and the question before a run ends.
import { t } from '../../language/text.ts';
import type { SessionTree } from '../../../shared/companion.ts';
import type { TreeRow } from './session-tree-rows.ts';

/**
 * The result of an act: another step, nothing (the palette closes), or something to do once the palette is closed, such
 * as moving the focus.
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
  /** Every row is drawn, however many there are. */
  isWhole?: boolean;
  /** Id of the row to begin at. */
  start?: string;
  /** Replaces the step that led to it. */
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
  /** Label of the button. */
  yes: string;
  enter: (text: string) => Promise<Outcome>;
}

export interface ShowStep {
  kind: 'show';
  title: string;
  text: string;
  /** Name of the file that Save writes. */
  file: string;
}

/** Asked beside the button that was pressed; without a button, in the palette. */
export interface Question {
  kind: 'question';
  text: string;
  yes: string;
  act: () => Outcome | Promise<Outcome>;
}

export interface Item {
  /** The same after a reload: the palette remembers by it what was used recently. */
  id: string;
  label: string;
  /** Follows the label, dimmed, and is searched too. */
  detail?: string;
  /** Searched and not shown: the name that pi has for it. */
  alias?: string;
  /** At the end of the row. */
  hint?: string;
  /** The heading above the row and its like, while nothing is searched for. */
  section?: string;
  keys?: string;
  /** Why it cannot be done now. The row is still shown. */
  lack?: string | null;
  isCurrent?: boolean;
  act: () => Outcome | Promise<Outcome>;
}

/** The question as the palette asks it. It begins at Cancel, as the question beside a button does. */
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
