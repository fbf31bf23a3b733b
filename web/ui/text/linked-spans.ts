// Finds the links in terminal output: the addresses that it mentions, and texts with an address of their own (OSC 8).
import { addressesIn, type FoundAddress } from '../../lib/format/addresses.ts';
import { plainText } from '../../lib/format/ansi.ts';
import { ansiSpans, type AnsiSpan } from './ansi-spans.ts';

export interface LinkedSpan extends AnsiSpan {
  /** A web address, if the text is a link. */
  url?: string;
}

/** The start of a link with its address, or, without one, the end of a link. */
// eslint-disable-next-line no-control-regex
const NAMED = /\x1b\]8;[^;\x07\x1b]*;([^\x07\x1b]*)(?:\x07|\x1b\\)/;

/** Returns the text in one style, and with one address, each. Colors go on within a link. */
export function linkedSpans(text: string): LinkedSpan[] {
  const spans = ansiSpans(text);
  const written = addressesIn(spans.map((span) => span.text).join(''));
  // A text that is itself an address leads there, whatever address stands behind it.
  const named = namedLinks(text).filter((link) => !written.some((other) => overlap(link, other)));
  const links = [...written, ...named].sort((a, b) => a.start - b.start);
  let start = 0;
  return spans.flatMap((span) => {
    const end = start + span.text.length;
    const parts = cut(span, start, links);
    start = end;
    return parts;
  });
}

/** `start`: of the span in the text. `links`: in order, without overlaps. */
function cut({ text, style }: AnsiSpan, start: number, links: readonly FoundAddress[]): LinkedSpan[] {
  const parts: LinkedSpan[] = [];
  let at = 0;
  for (const link of links) {
    const [from, to] = [link.start - start, link.end - start].map((n) =>
      Math.min(Math.max(n, at), text.length),
    );
    if (from === undefined || to === undefined || from === to) continue;
    if (from > at) parts.push({ text: text.slice(at, from), style });
    parts.push({ text: text.slice(from, to), style, url: link.url });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), style });
  return parts;
}

/** Returns the places of the links in the text as it is shown. None if it rewrites its lines. */
function namedLinks(text: string): FoundAddress[] {
  if (!text.includes('\x1b]8;') || text.includes('\r')) return [];
  const links: FoundAddress[] = [];
  let url = '';
  let start = 0;
  // Every second piece is an address, because the expression has one group.
  for (const [at, piece] of text.split(NAMED).entries()) {
    if (at % 2 === 1) {
      url = /^https?:/i.test(piece) && URL.canParse(piece) ? piece : '';
      continue;
    }
    const end = start + plainText(piece).length;
    if (url && end > start) links.push({ url, start, end });
    start = end;
  }
  return links;
}

const overlap = (a: FoundAddress, b: FoundAddress): boolean => a.start < b.end && b.start < a.end;
