// The parts of `ctx.ui` for writing and waiting that RPC mode lacks: a custom editor, and the working indicator.
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import type { CompanionReport } from '../../../shared/companion.ts';
import type { Working } from '../../../shared/view/view.ts';
import type { Drawings } from './drawings.ts';
import type { AgentModule, EditorComponent, Tui } from '../pi-parts.ts';

type Ui = ExtensionContext['ui'];
type EditorFactory = (tui: Tui, theme: object, keys: object) => EditorComponent;

interface Options {
  ui: Ui;
  agent: AgentModule;
  drawings: Drawings;
  send: (report: CompanionReport) => void;
  /** Returns the extension that is calling. */
  by: () => string | undefined;
}

export const EDITOR_CALLS = [
  'setEditorComponent',
  'getEditorText',
  'setWorkingMessage',
  'setWorkingVisible',
  'setWorkingIndicator',
  'setHiddenThinkingLabel',
] as const;

export function editorCalls({ ui, agent, drawings, send, by }: Options): Record<string, unknown> {
  let factory: EditorFactory | undefined;
  /** Null without a custom editor, and after the editor threw an error. */
  let editor: EditorComponent | null = null;
  let close: (() => void) | undefined;
  let working: Working = {};
  const change = (changed: { [K in keyof Working]?: Working[K] | undefined }): void => {
    working = Object.fromEntries(
      Object.entries({ ...working, ...changed }).filter(([, value]) => value !== undefined),
    );
    send({ type: 'working', working });
  };
  const setText = (text: string): void => {
    if (editor) editor.setText(text);
    else ui.setEditorText(text);
  };
  /** The text moves to the next editor, or to the page's composer. */
  const onEnd = (): void => {
    const text = editor?.getText() ?? '';
    editor = null;
    if (text) setText(text);
  };
  return {
    setEditorComponent: (made?: EditorFactory) => {
      const text = editor?.getText() ?? '';
      editor = null;
      close?.();
      factory = made;
      const make = (tui: Tui): EditorComponent =>
        (editor = checkEditor(made!(tui, editorTheme(ui, agent), drawings.keybindings)));
      close = made && drawings.editor(make, { by: by(), onEnd });
      if (text) setText(text);
    },
    getEditorComponent: () => factory,
    getEditorText: () => editor?.getText() ?? '',
    setEditorText: setText,
    pasteToEditor: setText,
    setWorkingMessage: (message?: string) => change({ message }),
    setWorkingVisible: (isVisible: boolean) => change({ isHidden: isVisible ? undefined : true }),
    setWorkingIndicator: (options?: { frames?: string[]; intervalMs?: number }) =>
      change({ frames: options?.frames, intervalMs: options?.intervalMs }),
    setHiddenThinkingLabel: (thinkingLabel?: string) => change({ thinkingLabel }),
  };
}

/** Checks an editor, and throws if its extension ignored the types. */
function checkEditor(made: Partial<EditorComponent> | undefined): EditorComponent {
  const { render, getText, setText } = made ?? {};
  if ([render, getText, setText].every((method) => typeof method === 'function'))
    return made as EditorComponent;
  throw new Error('it is not an editor');
}

/** Returns the parameters that pi's TUI gives to an editor (in pi 0.73.1 to 1.5.2). */
function editorTheme({ theme }: Ui, { getSelectListTheme }: AgentModule): object {
  return {
    borderColor: (text: string) => theme.fg('borderMuted', text),
    selectList: getSelectListTheme?.() ?? {},
  };
}
