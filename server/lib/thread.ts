// Threads of the panel, and their messages. Every worker of Node has a port to the thread that started it, but Node posts
// to it as well: with `--watch`, the name of each file that the worker imports. So ours use a second port, which nobody
// else has.
import { MessageChannel, Worker, workerData, type MessagePort } from 'node:worker_threads';

interface Start {
  data: unknown;
  port: MessagePort;
}

/** Starts the module at `url` in a thread. `data` is what `insideThread` returns there. */
export function startThread(url: URL, data: unknown): { worker: Worker; port: MessagePort } {
  const { port1, port2 } = new MessageChannel();
  const start: Start = { data, port: port2 };
  const worker = new Worker(url, { workerData: start, transferList: [port2] });
  return { worker, port: port1 };
}

/** Returns the data that this thread was started with, and its port to the panel. */
export function insideThread(): Start {
  return workerData as Start;
}
