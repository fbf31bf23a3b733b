// What the head of a file under review offers, and what of that has room there. The rest is in its menu.
import { t } from '../../language/text.ts';
import type { MenuItem } from '../../ui/lists/menu-item.ts';
import type { ReviewedFile } from './review.svelte.ts';
import type { FileView } from './view-switch.svelte.ts';

/** In px. With less room, the views are in the menu, and get a separate row once one of them is chosen. */
const MIN_SWITCH_WIDTH = 420;
/** In px. With less room, the views are icons. */
const MIN_WORDS_WIDTH = 660;
/** In px. With less room, most actions on the file are in the menu. */
const MIN_ACTIONS_WIDTH = 860;

export interface FileActsOptions<View extends { value: FileView; label: string }> {
  file: Pick<ReviewedFile, 'kind' | 'ids' | 'hunks'>;
  /** The number of changes that are not reviewed. */
  left: number;
  isConflict: boolean;
  /** Of the head, in px. */
  width: number;
  view: FileView;
  views: readonly View[];
  /** Whether there is room for both sides beside each other. */
  canShowSides: boolean;
  onview: (view: FileView) => void;
  /** Null where nothing can be marked as kept. */
  onkeep: ((isKept: boolean) => void) | null;
  onopen: () => void;
  /** Null if the file cannot be undone. */
  onundo: (() => void) | null;
  onhistory: () => void;
  /** Null if no other program can open the file. */
  external: MenuItem | null;
}

interface FileActs<View> {
  /** Whether all changes are reviewed. */
  isKept: boolean;
  isNarrow: boolean;
  hasOnlyIcons: boolean;
  /** All views, with the reason why one cannot be chosen. */
  views: (View & { lack: string | null })[];
  /** Those that can be chosen. */
  possible: (View & { lack: string | null })[];
  /** The actions that are buttons. */
  shown: MenuItem[];
  /** Those in the menu. */
  hidden: MenuItem[];
}

export function fileActs<View extends { value: FileView; label: string }>(
  options: FileActsOptions<View>,
): FileActs<View> {
  const { file, left, width, view, canShowSides, onview, onhistory, external } = options;
  const isKept = file.ids.length > 0 && left === 0;
  const isNarrow = width < MIN_SWITCH_WIDTH;
  const views = options.views.map((one) => ({
    ...one,
    lack: one.value === 'sides' && !canShowSides ? t('There is no room for two columns.') : null,
  }));
  const possible = file.hunks.length === 0 ? [] : views.filter(({ lack }) => lack === null);
  const acts = actsOf(options, isKept);
  const shown = acts.filter(({ isMain }) => width >= MIN_ACTIONS_WIDTH || (isMain && !isNarrow));
  const others = isNarrow ? possible.filter(({ value }) => value !== view) : [];
  return {
    ...{ isKept, isNarrow, views, possible },
    hasOnlyIcons: width < MIN_WORDS_WIDTH,
    shown: shown.map(({ item }) => item),
    hidden: [
      ...others.map(({ value, label }) => ({ label, act: () => onview(value) })),
      ...acts
        .filter((act) => !shown.includes(act))
        .map(({ item }, at) => ({ ...item, isSeparated: at === 0 && others.length > 0 })),
      { label: t('History of the file'), act: onhistory },
      ...(external && file.kind !== 'deleted' ? [external] : []),
    ],
  };
}

interface Act {
  item: MenuItem;
  /** Whether it stays a button where there is room for only one. */
  isMain: boolean;
}

/** A conflict has its own actions. */
function actsOf(
  { file, isConflict, onkeep, onopen, onundo }: Omit<FileActsOptions<never>, 'views'>,
  isKept: boolean,
): Act[] {
  if (isConflict) return [];
  return [
    ...(file.kind === 'deleted' ? [] : [{ item: { label: t('Open'), act: onopen }, isMain: false }]),
    ...(onundo ? [{ item: { label: t('Undo file'), act: onundo }, isMain: false }] : []),
    ...(file.ids.length === 0 || !onkeep
      ? []
      : [
          {
            item: {
              label: isKept ? t('Review file again') : t('Keep file'),
              act: () => onkeep(!isKept),
            },
            isMain: true,
          },
        ]),
  ];
}
