// Gives an extension's editor what pi's TUI gives it (in pi 0.73.1 to 1.6.0): completions, the history, pi's actions,
// the shortcuts of extensions, and pasted images. What only the page can do is reported to it as acts.
import type { EditorActs } from '../../../shared/companion.ts';
import type { EditorComponent } from '../pi-parts.ts';
import type { Provider } from './completer.ts';

/** The actions that pi binds to its own editor, as of 1.6.0. The page does those that have a meaning there. */
export const EDITOR_ACTIONS = [
  'app.clear',
  'app.suspend',
  'app.thinking.cycle',
  'app.thinking.toggle',
  'app.model.cycleForward',
  'app.model.cycleBackward',
  'app.model.select',
  'app.tools.expand',
  'app.editor.external',
  'app.message.copy',
  'app.message.followUp',
  'app.message.dequeue',
  'app.session.new',
  'app.session.tree',
  'app.session.fork',
  'app.session.resume',
] as const;

/** The parts of pi's editors that the interface of custom ones does not require. */
interface FullEditor extends EditorComponent {
  setAutocompleteProvider?: (provider: Provider) => void;
  addToHistory?: (text: string) => void;
  getExpandedText?: () => string;
  /** The class that extensions derive from has these. */
  actionHandlers?: Map<string, () => void>;
  onCtrlD?: () => void;
  onPasteImage?: () => void;
  onExtensionShortcut?: (data: string) => boolean;
}

export interface EditorHost {
  /** Records an act of the user for the page whose key it was. */
  act: (act: Partial<EditorActs>) => void;
  provider: () => Provider | null;
  /** The user's earlier messages, oldest first. */
  history: () => readonly string[];
  /** Expands or collapses all cards or thoughts. */
  toggle: (what: 'tools' | 'thoughts') => void;
  /** What two Esc in an empty editor do: `tree`, `fork` or `none`. */
  doubleEscape: () => string;
  /** Runs the shortcut of an extension that has this key. Returns false if there is none. */
  runShortcut: (data: string) => boolean;
}

/** Connects a new editor. The returned function must be called when completions were registered later. */
export function wireEditor(component: EditorComponent, host: EditorHost): () => void {
  const editor = component as FullEditor;
  const { act } = host;
  const remember = (text: string): void => {
    if (text.trim() !== '') editor.addToHistory?.(text);
  };
  editor.onSubmit = (text) => {
    remember(text);
    act({ submitted: [text] });
  };
  const onEscape = escapeHandler(editor, host);
  if (!('actionHandlers' in editor)) editor.onEscape = onEscape;
  for (const text of host.history()) remember(text);
  if (editor.actionHandlers instanceof Map) {
    editor.onEscape ??= onEscape;
    editor.onCtrlD ??= () => act({ actions: ['app.exit'] });
    editor.onPasteImage ??= () => act({ actions: ['app.clipboard.pasteImage'] });
    editor.onExtensionShortcut ??= (data) => host.runShortcut(data);
    const own: Partial<Record<(typeof EDITOR_ACTIONS)[number], () => void>> = {
      'app.clear': () => (editor.getText() === '' ? act({ actions: ['app.clear'] }) : editor.setText('')),
      'app.message.followUp': () => {
        const text = (editor.getExpandedText?.() ?? editor.getText()).trim();
        if (text === '') return;
        editor.setText('');
        remember(text);
        act({ followUps: [text] });
      },
      'app.tools.expand': () => host.toggle('tools'),
      'app.thinking.toggle': () => host.toggle('thoughts'),
      'app.editor.external': () => {
        const text = editor.getExpandedText?.() ?? editor.getText();
        editor.setText('');
        act({ actions: ['app.editor.external'], draft: text });
      },
    };
    for (const action of EDITOR_ACTIONS)
      editor.actionHandlers.set(action, own[action] ?? (() => act({ actions: [action] })));
  }
  const provide = (): void => {
    const provider = host.provider();
    if (provider) editor.setAutocompleteProvider?.(provider);
  };
  provide();
  return provide;
}

/** pi's time between two Esc. */
const DOUBLE_MS = 500;
const DOUBLE_ESCAPE: Readonly<Record<string, string>> = {
  tree: 'app.session.tree',
  fork: 'app.session.fork',
};

/** An Esc stops the run. Two of them in an empty editor do what pi's setting says. */
function escapeHandler(
  editor: EditorComponent,
  { act, doubleEscape }: Pick<EditorHost, 'act' | 'doubleEscape'>,
): () => void {
  let last = -Infinity;
  return () => {
    const action = DOUBLE_ESCAPE[doubleEscape()];
    const now = performance.now();
    const isSecond = action !== undefined && editor.getText().trim() === '' && now - last < DOUBLE_MS;
    last = isSecond ? -Infinity : now;
    act(isSecond ? { isInterrupted: true, actions: [action] } : { isInterrupted: true });
  };
}
