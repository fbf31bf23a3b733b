/**
 * How many of these bytes can be decoded as UTF-8 on their own, without what comes after them: all of them, or
 * up to three fewer when they end inside a character. Decoding piece by piece between such cuts gives exactly
 * what one streaming `TextDecoder` gives, also for bytes that are no UTF-8: it starts anew at every byte that
 * begins a character, and never waits for more than three continuation bytes.
 */
export function cleanCut(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back] ?? 0;
    if (isContinuation(byte)) continue;
    return sequenceLength(byte) > back ? length - back : length;
  }
  return length;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** 1 for what begins no longer sequence, valid or not. */
function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 1;
}
