// The thread that searches one output, so that neither its size nor a slow expression delays the panel.
import type { Hit } from '../../../shared/searches.ts';
import { insideThread } from '../../lib/thread.ts';
import { LineFinder } from './line-finder.ts';

export interface FindTask {
  source: string;
  flags: string;
  from: number;
}

/** A piece of the output, or its end. */
export type FindRequest = { bytes: Uint8Array } | { end: true };

export interface FindReply {
  hits: Hit[];
  /** The byte at which the unfinished line begins. */
  next: number;
}

const { data, port } = insideThread();
const { source, flags, from } = data as FindTask;
const finder = new LineFinder(new RegExp(source, flags), from);

port.on('message', (request: FindRequest) => {
  const hits = 'bytes' in request ? finder.add(request.bytes) : finder.end();
  const reply: FindReply = { hits, next: finder.next };
  port.postMessage(reply);
});
