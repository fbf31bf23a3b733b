// The parts of `ctx.ui` for writing and waiting that RPC mode lacks: a custom editor, and the working indicator.
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import type { CompanionReport } from '../../../shared/companion.ts';
import type { Working } from '../../../shared/view/view.ts';
import type { Completer } from './completer.ts';
import type { Drawings } from './drawings.ts';
import { wireEditor, type EditorHost } from './editor-wiring.ts';
import { runShortcutOf, type Runner } from '../loaded.ts';
import { userTextOf } from '../session-tree.ts';
import type { AgentModule, EditorComponent, Tui } from '../pi-parts.ts';

/** As many as pi's editors keep. */
const MAX_HISTORY = 100;
/** What a terminal sends around a pasted text. */
const PASTE = { start: '\x1b[200~', end: '\x1b[201~' };

type Ui = ExtensionContext['ui'];
type EditorFactory = (tui: Tui, theme: object, keys: object) => EditorComponent;

interface Options {
  ui: Ui;
  agent: AgentModule;
  drawings: Drawings;
  send: (report: CompanionReport) => void;
  /** Returns the extension that is calling. */
  by: () => string | undefined;
  completer: Completer;
  /** Runs the extensions of this session. */
  runner: Runner;
  matchesKey: ((data: string, key: string) => boolean) | undefined;
}

export const EDITOR_CALLS = [
  'setEditorComponent',
  'getEditorText',
  'getToolsExpanded',
  'setToolsExpanded',
  'setWorkingMessage',
  'setWorkingVisible',
  'setWorkingIndicator',
  'setHiddenThinkingLabel',
] as const;

export function editorCalls(options: Options): Record<string, unknown> {
  const { ui, agent, drawings, send, by, completer } = options;
  let factory: EditorFactory | undefined;
  /** Null without a custom editor, and after the editor threw an error. */
  let editor: EditorComponent | null = null;
  let close: (() => void) | undefined;
  let working: Working = {};
  let areToolsExpanded = false;
  let areThoughtsExpanded = false;
  const change = (changed: { [K in keyof Working]?: Working[K] | undefined }): void => {
    working = Object.fromEntries(
      Object.entries({ ...working, ...changed }).filter(([, value]) => value !== undefined),
    );
    send({ type: 'working', working });
  };
  const expandTools = (isExpanded: boolean): void => {
    areToolsExpanded = Boolean(isExpanded);
    send({ type: 'expanded', what: 'tools', isExpanded: areToolsExpanded });
  };
  const toggle: EditorHost['toggle'] = (what) => {
    if (what === 'tools') return expandTools(!areToolsExpanded);
    areThoughtsExpanded = !areThoughtsExpanded;
    send({ type: 'expanded', what, isExpanded: areThoughtsExpanded });
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
      const make = (tui: Tui): EditorComponent => {
        editor = checkEditor(made!(tui, editorTheme(ui, agent), drawings.keybindings));
        completer.onChange = wireEditor(editor, { ...editorHost(options), toggle });
        return editor;
      };
      close = made && drawings.editor(make, { by: by(), onEnd });
      if (text) setText(text);
    },
    getEditorComponent: () => factory,
    getEditorText: () => editor?.getText() ?? '',
    setEditorText: setText,
    pasteToEditor: (text: string) => {
      if (editor?.handleInput) editor.handleInput(`${PASTE.start}${text}${PASTE.end}`);
      else if (editor) editor.setText(editor.getText() + text);
      else send({ type: 'pasted', text });
    },
    getToolsExpanded: () => areToolsExpanded,
    setToolsExpanded: expandTools,
    setWorkingMessage: (message?: string) => change({ message }),
    setWorkingVisible: (isVisible: boolean) => change({ isHidden: isVisible ? undefined : true }),
    setWorkingIndicator: (options?: { frames?: string[]; intervalMs?: number }) =>
      change({ frames: options?.frames, intervalMs: options?.intervalMs }),
    setHiddenThinkingLabel: (thinkingLabel?: string) => change({ thinkingLabel }),
  };
}

function editorHost({ drawings, completer, runner, matchesKey }: Options): Omit<EditorHost, 'toggle'> {
  return {
    act: (act) => drawings.act(act),
    provider: () => completer.editorProvider(),
    history: () => sentMessages(runner),
    doubleEscape: () => doubleEscapeOf(runner),
    runShortcut: (data) => runShortcutOf(runner, (key) => matchesKey?.(data, key) ?? false),
  };
}

/** Returns the user's messages in this session, oldest first. */
function sentMessages(runner: Runner): string[] {
  try {
    const entries = runner.createContext?.().sessionManager.getBranch() ?? [];
    return entries.flatMap((entry) => userTextOf(entry) ?? []).slice(-MAX_HISTORY);
  } catch {
    // The session is not there yet.
    return [];
  }
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

/** pi's setting for two Esc in an empty editor. An older pi cannot be asked for its settings and has the default. */
function doubleEscapeOf({ runtime }: Runner): string {
  const { doubleEscapeAction = 'tree' } = runtime?.getSettings?.() ?? {};
  return doubleEscapeAction;
}
