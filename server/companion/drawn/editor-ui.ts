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
  /** The extension that calls now. */
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
  let editor: ReturnType<Drawings['editor']> | null = null;
  let working: Working = {};
  const change = (changed: { [K in keyof Working]?: Working[K] | undefined }): void => {
    working = Object.fromEntries(
      Object.entries({ ...working, ...changed }).filter(([, value]) => value !== undefined),
    );
    send({ type: 'working', working });
  };
  const setText = (text: string): void => {
    if (editor?.component) editor.component.setText(text);
    else ui.setEditorText(text);
  };
  return {
    setEditorComponent: (made?: EditorFactory) => {
      const text = editor?.component?.getText() ?? '';
      editor?.close();
      factory = made;
      editor = made
        ? drawings.editor((tui) => made(tui, editorTheme(ui, agent), drawings.keybindings), by())
        : null;
      if (text) setText(text);
    },
    getEditorComponent: () => factory,
    getEditorText: () => editor?.component?.getText() ?? '',
    setEditorText: setText,
    pasteToEditor: setText,
    setWorkingMessage: (message?: string) => change({ message }),
    setWorkingVisible: (isVisible: boolean) => change({ isHidden: isVisible ? undefined : true }),
    setWorkingIndicator: (options?: { frames?: string[]; intervalMs?: number }) =>
      change({ frames: options?.frames, intervalMs: options?.intervalMs }),
    setHiddenThinkingLabel: (thinkingLabel?: string) => change({ thinkingLabel }),
  };
}

/** The parameters that pi's TUI gives to an editor (0.73.1 to 1.5.2). */
function editorTheme({ theme }: Ui, { getSelectListTheme }: AgentModule): object {
  return {
    borderColor: (text: string) => theme.fg('borderMuted', text),
    selectList: getSelectListTheme?.() ?? {},
  };
}
