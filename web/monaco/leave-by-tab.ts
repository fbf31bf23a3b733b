// Lets keyboard users leave an editor: Tab indents, but after Escape it moves the focus to the next element. A hint in
// the corner explains this when the editor receives the focus without the pointer (WCAG 2.1.2).
import './leave-by-tab.css';
import { t, type Text } from '../language/text.ts';
import { monaco } from './monaco-setup.ts';

const HINT: Text = 'Tab indents; Esc, then Tab leaves the editor';
const LEAVING: Text = 'Tab leaves the editor now';
const HINT_MS = 6000;
/** A focus event within this time after a click was caused by the click. */
const CLICK_MS = 500;
/** While one of these is open, Escape only closes it. */
const WIDGETS = '.suggest-widget.visible, .find-widget.visible, .parameter-hints-widget.visible';

let pointedAt = -Infinity;
addEventListener('pointerdown', ({ timeStamp }) => (pointedAt = timeStamp), { capture: true });

/** Adds the listeners and the hint, which are removed with the editor. */
export function leaveByTab(editor: monaco.editor.ICodeEditor): void {
  const { KeyCode } = monaco;
  const hint = document.createElement('div');
  hint.className = 'leave-hint';
  hint.setAttribute('role', 'status');
  let isLeaving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  editor.addOverlayWidget({
    getId: () => 'panel.leave-hint',
    getDomNode: () => hint,
    getPosition: () => ({ preference: monaco.editor.OverlayWidgetPositionPreference.BOTTOM_RIGHT_CORNER }),
  });

  function show(text: Text | ''): void {
    clearTimeout(timer);
    hint.textContent = text && t(text);
    if (text) timer = setTimeout(() => show(''), HINT_MS);
  }

  function setLeaving(leaves: boolean): void {
    isLeaving = leaves;
    editor.updateOptions({ tabFocusMode: leaves });
    show(leaves ? LEAVING : '');
  }

  editor.onDidFocusEditorWidget(() => {
    if (performance.now() - pointedAt > CLICK_MS) show(HINT);
  });
  editor.onDidBlurEditorWidget(() => setLeaving(false));
  editor.onDidDispose(() => clearTimeout(timer));
  editor.onKeyDown(({ keyCode }) => {
    const isTab = keyCode === KeyCode.Tab || keyCode === KeyCode.Shift;
    // The hint may be gone by now.
    if (isTab && isLeaving) return;
    const hasWidget = editor.getDomNode()?.querySelector(WIDGETS) != null;
    setLeaving(keyCode === KeyCode.Escape && !hasWidget);
  });
}
