// Lays out diagrams in a worker, because the first one takes a quarter of a second.
import { readDrawing, type DrawnElement } from './drawing.ts';
import { readableFlowchart } from './flowchart.ts';

export interface DiagramRequest {
  id: number;
  /** In the language of Mermaid. */
  source: string;
}

export interface Diagram {
  id: number;
  /** Null for a kind of diagram that the library does not know, and for a source with an error. */
  drawing: DrawnElement | null;
}

addEventListener('message', ({ data }: MessageEvent<DiagramRequest>) => {
  void draw(data).then((drawing) => postMessage({ id: data.id, drawing } satisfies Diagram));
});

async function draw({ id, source }: DiagramRequest): Promise<DrawnElement | null> {
  prepareGlobals();
  const { renderMermaidSVG } = await import('beautiful-mermaid');
  try {
    return readDrawing(renderMermaidSVG(readableFlowchart(source), { padding: 8 }), `diagram-${id}`);
  } catch {
    // This diagram cannot be drawn. The page then shows the source, as for any other code.
    return null;
  }
}

/**
 * Without a document, the layout library assumes that it is the main file of a worker, and exports nothing. The library
 * around it sets `self`, which a worker does not allow.
 */
function prepareGlobals(): void {
  (globalThis as { document?: object }).document ??= {};
  Object.defineProperty(globalThis, 'self', { value: globalThis, writable: true, configurable: true });
}
