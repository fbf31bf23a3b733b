// The one table of actions: key handler, palette, key table, slash completion, bar and menus read it. A new action is
// one entry in the file of its group; the action that shows a region comes with the region.
import type { PiCommand } from '../../shared/pi/commands.ts';
import type { PageCommand } from '../../shared/wire.ts';
import type { Region } from '../state/region.ts';
import type { Action, Entry } from './action.ts';
import { AGENT_ACTIONS } from './agents.ts';
import { ANSWER_ACTIONS } from './answers.ts';
import { CHANGE_ACTIONS } from './changes.ts';
import { MODEL_ACTIONS } from './models.ts';
import { PAGE_ACTIONS } from './page.ts';
import { RUN_ACTIONS } from './run.ts';
import { SESSION_ACTIONS } from './session.ts';
import { SETTING_ACTIONS } from './settings.ts';
import { SETUP_ACTIONS } from './setup.ts';

/** The headings of the palette, in its order, and the actions below each. */
const SECTIONS = {
  Run: RUN_ACTIONS,
  Session: SESSION_ACTIONS,
  Agents: AGENT_ACTIONS,
  Model: MODEL_ACTIONS,
  Settings: { ...SETUP_ACTIONS, ...SETTING_ACTIONS },
  Changes: CHANGE_ACTIONS,
  Page: PAGE_ACTIONS,
  "pi's data": ANSWER_ACTIONS,
} as const satisfies Record<string, Readonly<Record<string, Entry>>>;

type AllEntries = Intersection<(typeof SECTIONS)[keyof typeof SECTIONS]>;
/** The intersection of the types in the union. */
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The actions of all sections. Each command of pi has one. */
export const ACTIONS = Object.assign({}, ...Object.values(SECTIONS)) as AllEntries satisfies Record<
  PiCommand['type'],
  Entry
>;

export type ActionId = keyof typeof ACTIONS;
/** A command that an action of the same name sends. */
export type ActionCommand = Extract<PageCommand, { type: ActionId }>;

export function listActions(regions: readonly Region[]): Action[] {
  const shown = regions.filter(isToggled).map(toggleAction);
  return Object.entries<Readonly<Record<string, Entry>>>(SECTIONS).flatMap(([section, entries]) => [
    ...Object.entries(entries).map(([id, entry]) => ({ id, section, ...entry })),
    ...(section === 'Page' ? shown : []),
  ]);
}

/** The chat is always there, and the editor is shown by its files. */
const isToggled = ({ slot, isCover }: Region): boolean =>
  slot !== 'chat' && (slot !== 'centre' || isCover === true);

function toggleAction(region: Region): Action {
  const { id, label, keys, slash } = region;
  return {
    id,
    section: 'Page',
    label,
    group: 'page',
    ...(keys && { keys }),
    ...(slash && { slash }),
    run:
      ({ layout, workbench }) =>
      () => {
        layout.toggle(region);
        if (region.slot === 'overlay') workbench.paletteScope = 'all';
        else if (layout.isShown(region)) workbench.focus.get().enter(id);
        else workbench.focus.get().leave(id);
      },
  };
}
