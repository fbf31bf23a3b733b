import type { OutputSink } from './output-follower.ts';

interface Marked {
  sink: OutputSink;
  /** How many bytes of the output go before the mark. */
  at: number;
  /** How many were handed on so far, with those that are being handed on now. */
  position: () => number;
  /** Called once, between the byte before the mark and the one behind it. */
  onMark: () => void;
}

/** Hands everything on to a sink, and says when the bytes before a place in the output are there. */
export function markedSink({ sink, at, position, onMark }: Marked): OutputSink {
  let isMarked = false;
  return {
    get isFull() {
      return sink.isFull;
    },
    drained: () => sink.drained(),
    write(bytes) {
      // What is left out of a first line that is cut is left out at its start: the end is what counts.
      const before = Math.max(0, at - (position() - bytes.length));
      if (isMarked || before > bytes.length) return sink.write(bytes);
      isMarked = true;
      sink.write(bytes.subarray(0, before));
      onMark();
      if (before < bytes.length) sink.write(bytes.subarray(before));
    },
  };
}
