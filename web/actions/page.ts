// Actions of the page that do not need pi. table.ts creates the actions that show a region.
import { t } from '../language/text.ts';
import type { View } from '../../shared/view/view.ts';
import type { MessageStep } from '../state/workbench/region-ports.ts';
import type { Entry } from './action.ts';

export const PAGE_ACTIONS = {
  toggleRail: {
    label: 'Side bar',
    group: 'page',
    keys: 'Mod+B',
    run:
      ({ layout, workbench }) =>
      () => {
        const before = layout.rail;
        layout.toggleRail();
        if (layout.rail) workbench.focus.get().enter(layout.rail);
        else if (before) workbench.focus.get().leave(before);
      },
  },
  nextRegion: {
    label: 'Next region',
    group: 'page',
    keys: 'F6',
    run:
      ({ workbench }) =>
      () =>
        workbench.focus.get().step(1),
  },
  previousRegion: {
    label: 'Previous region',
    group: 'page',
    keys: 'Shift+F6',
    run:
      ({ workbench }) =>
      () =>
        workbench.focus.get().step(-1),
  },
  findFile: {
    label: 'Go to file',
    group: 'page',
    keys: 'Mod+P',
    run:
      ({ workbench }) =>
      () =>
        workbench.openPalette('files'),
  },
  findSymbol: {
    label: 'Go to symbol',
    group: 'page',
    // A browser keeps the first one for itself, unless the panel is installed as an app.
    keys: 'Mod+T Alt+O',
    run:
      ({ workbench }) =>
      () =>
        workbench.openPalette('symbols'),
  },
  findCommand: {
    label: 'Run a command of the page',
    group: 'page',
    keys: 'Mod+Shift+P',
    run:
      ({ workbench }) =>
      () =>
        workbench.openPalette('commands'),
  },
  findInConversation: {
    label: 'Find in this conversation',
    group: 'page',
    keys: 'Mod+F',
    unavailable: emptyConversation,
    run:
      ({ workbench }) =>
      () => {
        workbench.tab = 'chat';
        workbench.transcript.find()?.find();
      },
  },
  previousPrompt: {
    label: 'Your previous message',
    group: 'page',
    keys: 'Alt+ArrowUp',
    unavailable: emptyConversation,
    run: stepPrompt(-1),
  },
  nextPrompt: {
    label: 'Your next message',
    group: 'page',
    keys: 'Alt+ArrowDown',
    unavailable: emptyConversation,
    run: stepPrompt(1),
  },
  previousMessage: {
    label: 'Previous message',
    group: 'page',
    keys: 'Alt+Shift+ArrowUp',
    unavailable: emptyConversation,
    run: stepMessage(-1),
  },
  nextMessage: {
    label: 'Next message',
    group: 'page',
    keys: 'Alt+Shift+ArrowDown',
    unavailable: emptyConversation,
    run: stepMessage(1),
  },
  newestMessage: {
    label: 'Newest message',
    group: 'page',
    keys: 'Alt+End',
    unavailable: emptyConversation,
    run: stepMessage('newest'),
  },
  plainMessage: {
    label: 'Read this message as plain text',
    group: 'page',
    keys: 'Alt+F2',
    unavailable: emptyConversation,
    run: ({ workbench }) => workbench.transcript.find()?.readPlain() ?? null,
  },
  goToPrompt: {
    label: 'Go to one of your messages',
    group: 'page',
    unavailable: emptyConversation,
    run: async (context) => {
      const { pickPrompt } = await import('./steps/pick-prompt.ts');
      return pickPrompt(context);
    },
  },
  editDraft: {
    label: 'Edit the message in a large editor',
    group: 'page',
    keys: 'Mod+G',
    run:
      ({ workbench }) =>
      () => {
        workbench.tab = 'chat';
        workbench.composer.get().openEditor();
      },
  },
  splitEditor: {
    label: 'Split the editor',
    group: 'page',
    keys: 'Mod+\\',
    run:
      ({ workbench }) =>
      () => {
        // Without an open file there is nothing to split.
        workbench.editor.find()?.toggleSplit();
      },
  },
  otherView: {
    label: 'Text or preview of the file',
    group: 'page',
    keys: 'Alt+V',
    run:
      ({ workbench }) =>
      () =>
        workbench.editor.find()?.switchView(),
  },
  follow: {
    label: 'Follow the agent in the editor',
    group: 'page',
    run: async (context) => (await import('./steps/toggles.ts')).toggleFollow(context),
  },
  theme: {
    label: 'Theme',
    group: 'page',
    run: async (context) => (await import('./steps/pick-theme.ts')).pickTheme(context),
  },
  openFolder: {
    label: 'Open another folder',
    group: 'page',
    run: async (context) => (await import('./steps/folder-steps.ts')).pickFolder(context),
  },
  opensTerminal: {
    label: 'Open the terminal with each command',
    group: 'page',
    run: async (context) => (await import('./steps/toggles.ts')).toggleTerminal(context),
  },
  keys: {
    label: 'Keyboard shortcuts',
    group: 'page',
    keys: 'Alt+K ?',
    slash: { name: 'hotkeys', description: 'Show and change the keyboard shortcuts' },
    run:
      ({ workbench }) =>
      () =>
        workbench.openSettings('keys'),
  },
  whatsNew: {
    label: 'What’s new in the panel',
    group: 'page',
    run: async () => (await import('./steps/whats-new.ts')).whatsNew(),
  },
  whatsNewInPi: {
    label: 'What’s new in pi',
    group: 'page',
    slash: { name: 'changelog', description: 'What’s new in pi' },
    run: async (context) => (await import('./steps/whats-new-in-pi.ts')).whatsNewInPi(context),
  },
  restartAgent: {
    label: 'Restart the agent',
    group: 'page',
    run: async (context) => (await import('./steps/restart-steps.ts')).restart(context),
  },
  endOtherLinks: {
    label: 'Revoke all other links to this panel',
    group: 'page',
    run: async (context) => (await import('./steps/forget-steps.ts')).revokeOtherLinks(context),
  },
} as const satisfies Record<string, Entry>;

function emptyConversation({ entries }: View): string | null {
  return entries.length > 0 ? null : t('This conversation is empty.');
}

function stepMessage(to: MessageStep): Entry['run'] {
  return ({ workbench }) =>
    () => {
      workbench.tab = 'chat';
      workbench.transcript.find()?.stepMessage(to);
    };
}

function stepPrompt(by: 1 | -1): Entry['run'] {
  return ({ workbench }) =>
    () => {
      workbench.tab = 'chat';
      workbench.transcript.find()?.stepPrompt(by);
    };
}
