// The table of actions, read by the key handler, the palette, the key table, slash completion, the bar and the menus. A
// new action is one entry in the file of its group. The action that shows a region is created from the region.
import { t, type Text, translate } from '../language/text.ts';
import type { PiCommand } from '../../shared/pi/commands.ts';
import type { PageCommand } from '../../shared/wire.ts';
import type { Region, Slash } from '../state/workbench/region.ts';
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

/** The headings of the palette in order, each with its actions. */
const SECTIONS = [
  ['Run', RUN_ACTIONS],
  ['Session', SESSION_ACTIONS],
  ['Agents', AGENT_ACTIONS],
  ['Model', MODEL_ACTIONS],
  ['Settings', { ...SETUP_ACTIONS, ...SETTING_ACTIONS }],
  ['Changes', CHANGE_ACTIONS],
  ['Page', PAGE_ACTIONS],
  ["pi's data", ANSWER_ACTIONS],
] as const satisfies readonly (readonly [Text, Readonly<Record<string, Entry>>])[];

type AllEntries = Intersection<(typeof SECTIONS)[number][1]>;
/** Turns a union of types into their intersection. */
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The actions of all sections. Each of pi's commands has one. */
export const ACTIONS = Object.assign(
  {},
  ...SECTIONS.map(([, entries]) => entries),
) as AllEntries satisfies Record<PiCommand['type'], Entry>;

export type ActionId = keyof typeof ACTIONS;
/** A command that has an action of the same name. */
export type ActionCommand = Extract<PageCommand, { type: ActionId }>;

/** Lists all actions, with labels in the language of the page. */
export function listActions(regions: readonly Region[]): Action[] {
  const shown = regions.filter(isToggled).map(toggleEntry);
  return SECTIONS.flatMap(([section, entries]) => {
    const listed = Object.entries<Entry>(
      section === 'Page' ? { ...entries, ...Object.fromEntries(shown) } : entries,
    );
    return listed.map(([id, entry]) => actionOf(id, t(section), entry));
  });
}

function actionOf(id: string, section: string, entry: Entry): Action {
  const { label, n, slash } = entry;
  const filled = (text: string): string => (n === undefined ? text : text.replace('{n}', String(n)));
  return {
    ...entry,
    id,
    section,
    label: filled(translate(label)),
    english: filled(label),
    ...(slash && { slash: translateSlash(slash) }),
  };
}

function translateSlash({ name, description, hint }: Slash): Slash {
  return { name, description: translate(description), ...(hint !== undefined && { hint: translate(hint) }) };
}

/** The chat is always visible, and the editor appears when a file is opened. */
const isToggled = ({ slot, isCover }: Region): boolean =>
  slot !== 'chat' && (slot !== 'center' || isCover === true);

function toggleEntry(region: Region): [id: string, entry: Entry] {
  const { id, label, keys, slash } = region;
  const entry: Entry = {
    label,
    group: 'page',
    ...(keys && { keys }),
    ...(slash && { slash }),
    run:
      ({ layout, workbench, argument }) =>
      () => {
        if (slash?.hint && argument) workbench.sideQuestion = argument;
        // From outside, the key of the open review leads there, because both are used in turn.
        if (region.slot !== 'center' || !layout.isShown(region) || workbench.focus.get().isInside(id))
          layout.toggle(region);
        if (region.slot === 'overlay') workbench.paletteScope = 'all';
        else if (layout.isShown(region)) workbench.focus.get().enter(id);
        else workbench.focus.get().leave(id);
      },
  };
  return [id, entry];
}
