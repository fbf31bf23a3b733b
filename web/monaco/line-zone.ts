// Shows an element, such as a form, between two lines of the editor. The lines below make room for it.
import { monaco } from './monaco-setup.ts';

type Editor = monaco.editor.ICodeEditor;

let count = 0;

/** Shows `element` below `line`, which counts from 1. Returns a cleanup function. */
export function openLineZone(
  editor: Editor,
  { line, element }: { line: number; element: HTMLElement },
): () => void {
  const name = `panel.line-zone.${++count}`;
  const { style } = element;
  style.position = 'absolute';
  const widget: monaco.editor.IOverlayWidget = {
    getId: () => name,
    getDomNode: () => element,
    getPosition: () => null,
  };
  editor.addOverlayWidget(widget);
  const zone = {
    afterLineNumber: line,
    heightInPx: element.offsetHeight,
    domNode: document.createElement('div'),
    onDomNodeTop: (top: number) => (style.insetBlockStart = `${top}px`),
  };
  let id = '';
  editor.changeViewZones((zones) => (id = zones.addZone(zone)));
  const fit = (): void => {
    const { contentLeft, contentWidth } = editor.getLayoutInfo();
    style.insetInlineStart = `${contentLeft}px`;
    style.inlineSize = `${contentWidth}px`;
    zone.heightInPx = element.offsetHeight;
    editor.changeViewZones((zones) => zones.layoutZone(id));
  };
  const sizes = new ResizeObserver(fit);
  sizes.observe(element);
  const layout = editor.onDidLayoutChange(fit);
  fit();
  editor.revealLineInCenterIfOutsideViewport(line, monaco.editor.ScrollType.Immediate);
  return () => {
    sizes.disconnect();
    layout.dispose();
    editor.changeViewZones((zones) => zones.removeZone(id));
    editor.removeOverlayWidget(widget);
  };
}
