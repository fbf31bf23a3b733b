// Pictures in what extensions draw, in the protocols of Kitty and iTerm2. They leave the lines, which are limited in
// length, and go to the panel once each. In the lines remains a mark that names the picture and its size.
import type { CompanionReport } from '../../../shared/companion.ts';
import { imageRef } from '../../lib/image-ref.ts';
import { pictureMark } from '../../../shared/view/pictures.ts';

/* eslint-disable no-control-regex -- terminal sequences */
/** Kitty's graphics command, in one or several chunks; iTerm2's inline file, maybe after the cursor went up. */
const SEQUENCE =
  /(?:\x1b_G[^\x1b;]*(?:;[^\x1b]*)?\x1b\\)+|(?:\x1b\[(\d+)A)?\x1b\]1337;File=([^:\x07\x1b]*):([A-Za-z0-9+/=]*)(?:\x07|\x1b\\)/g;
const KITTY_CHUNK = /\x1b_G([^\x1b;]*)(?:;([^\x1b]*))?\x1b\\/g;
/* eslint-enable no-control-regex */
/** Characters of base64. A larger picture is not shown. */
const MAX_DATA = 6 * 1024 * 1024;
/** How many pictures are remembered, by the ids that Kitty's protocol has for them. */
const MAX_KNOWN = 50;

interface Picture {
  mimeType: string;
  data: string;
}

/** A picture with its size in cells and the number of lines above at which it begins. */
interface Placed {
  picture: Picture | undefined;
  columns: number;
  rows: number;
  up: number;
}

export class Pictures {
  readonly #send: (report: CompanionReport) => void;
  readonly #sent = new Set<string>();
  readonly #byId = new Map<string, Picture>();

  constructor(send: (report: CompanionReport) => void) {
    this.#send = send;
  }

  /** Returns the lines with marks in place of pictures. Returns the same array if there are none. */
  takeFrom(lines: readonly string[]): readonly string[] {
    if (!lines.some((line) => line.includes('\x1b_G') || line.includes('\x1b]1337;File='))) return lines;
    const marks = new Map<number, string>();
    const rest = lines.map((line, row) =>
      line.replace(SEQUENCE, (sequence, ...[up, params, data]: (string | undefined)[]) => {
        const placed =
          params === undefined || data === undefined
            ? this.#kitty(sequence)
            : iterm(params, data, Number(up ?? 0));
        if (!placed?.picture || placed.picture.data.length > MAX_DATA) return '';
        const mark = this.#mark(placed.picture, placed);
        const top = row - placed.up;
        if (top === row || top < 0) return mark;
        marks.set(top, (marks.get(top) ?? '') + mark);
        return '';
      }),
    );
    for (const [row, mark] of marks) rest[row] = mark + rest[row];
    return rest;
  }

  /** Makes pictures be sent again. Call this when another session begins. */
  reset(): void {
    this.#sent.clear();
  }

  #mark(picture: Picture, { columns, rows }: Placed): string {
    const { mimeType, data } = picture;
    const bytes = Buffer.from(data, 'base64');
    const ref = imageRef(mimeType, bytes);
    if (!this.#sent.has(ref)) this.#send({ type: 'picture', mimeType, data });
    this.#sent.add(ref);
    return pictureMark({ ref, columns, rows });
  }

  #kitty(sequence: string): Placed | null {
    const chunks = [...sequence.matchAll(KITTY_CHUNK)];
    const values = new Map(chunks[0]![1]!.split(',').map((one) => one.split('=', 2) as [string, string]));
    const action = values.get('a') ?? 't';
    const id = values.get('i');
    const isPng = values.get('f') === '100' && (values.get('t') ?? 'd') === 'd';
    const data = chunks.map(([, , payload = '']) => payload).join('');
    const given = isPng && data ? pictureOf(data) : undefined;
    if (given && id) {
      this.#byId.set(id, given);
      if (this.#byId.size > MAX_KNOWN) this.#byId.delete(this.#byId.keys().next().value!);
    }
    if (action !== 'T' && action !== 'p') return null;
    const picture = given ?? (id ? this.#byId.get(id) : undefined);
    return { picture, columns: cells(values.get('c')), rows: cells(values.get('r')), up: 0 };
  }
}

function iterm(params: string, data: string, up: number): Placed {
  const values = new Map(params.split(';').map((one) => one.split('=', 2) as [string, string]));
  const isInline = values.get('inline') === '1';
  return {
    picture: isInline ? pictureOf(data) : undefined,
    columns: cells(values.get('width')),
    // pi leaves as many lines free as the picture is high, and goes back up.
    rows: cells(values.get('height')) || up + 1,
    up,
  };
}

/** Returns a number of cells, or 0 if it is given in another unit. */
function cells(value: string | undefined): number {
  return /^\d+$/.test(value ?? '') ? Number(value) : 0;
}

const BEGINNINGS = {
  iVBORw0KGgo: 'image/png',
  '/9j/': 'image/jpeg',
  R0lGOD: 'image/gif',
  UklGR: 'image/webp',
};

function pictureOf(data: string): Picture | undefined {
  const [, mimeType] = Object.entries(BEGINNINGS).find(([beginning]) => data.startsWith(beginning)) ?? [];
  return mimeType === undefined ? undefined : { mimeType, data };
}
