// The page's side of the worker that draws diagrams. The worker starts with the first diagram.
import { workerUrl } from '../../lib/browser/worker-url.ts';
import type { Diagram, DiagramRequest } from './diagram-worker.ts';
import url from './diagram-worker.ts?worker&url';
import type { DrawnElement } from './drawing.ts';

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, (drawing: DrawnElement | null) => void>();

/** Resolves to null if the diagram cannot be drawn, for instance without a connection. */
export function draw(source: string): Promise<DrawnElement | null> {
  const started = (worker ??= startWorker());
  const request: DiagramRequest = { id: ++lastId, source };
  const { promise, resolve } = Promise.withResolvers<DrawnElement | null>();
  waiting.set(request.id, resolve);
  started.postMessage(request);
  return promise;
}

function startWorker(): Worker {
  const started = new Worker(workerUrl(url), { type: 'module', name: 'diagrams' });
  started.addEventListener('message', ({ data }: MessageEvent<Diagram>) => {
    waiting.get(data.id)?.(data.drawing);
    waiting.delete(data.id);
  });
  // The worker could not be fetched, or a diagram was too much for it. The next diagram gets a new worker.
  started.addEventListener('error', () => {
    started.terminate();
    worker = null;
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  });
  return started;
}
