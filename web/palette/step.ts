// What the palette shows one after the other, and what a choice in it leads to. Types only.

/**
 * What comes after an act: another step, nothing (the palette closes), or something to do once it is closed, for
 * what puts the focus elsewhere.
 */
export type Outcome = Step | (() => void) | null;

export type Step = PickStep | TextStep | ShowStep;

export interface PickStep {
  kind: 'pick';
  title: string;
  note?: string;
  items: readonly Item[];
  /** What stands there when there is nothing to pick. */
  none?: string;
  /** Every row is drawn, however many there are. */
  isWhole?: boolean;
  /** Id of the row to begin at. */
  start?: string;
  /** It takes the place of the step that led to it. */
  replaces?: boolean;
}

export interface TextStep {
  kind: 'text';
  title: string;
  placeholder: string;
  note?: string;
  value?: string;
  isOptional?: boolean;
  /** What the button says. */
  yes: string;
  enter(text: string): Promise<Outcome>;
}

export interface ShowStep {
  kind: 'show';
  title: string;
  text: string;
  /** The name it is saved under. */
  file: string;
}

export interface Item {
  /** The same after a reload: what was used last is remembered by it. */
  id: string;
  label: string;
  /** Stands behind the label, dimmed, and is searched too. */
  detail?: string;
  /** Stands at the end of the row. */
  hint?: string;
  keys?: string;
  /** Why it cannot be done now; it is shown all the same. */
  lack?: string | undefined;
  isCurrent?: boolean;
  /** How far it is moved in. */
  indent?: number;
  /** It is there, but not what this is about. */
  isAside?: boolean;
  /** A short word of somebody's own for it. */
  tag?: string;
  act(): Outcome | Promise<Outcome>;
}
