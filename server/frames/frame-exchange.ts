// One request to a frame.
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface FrameExchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Path and query within the frame. */
  target: string;
}
