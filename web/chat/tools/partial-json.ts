// JSON that is still being written: what can be read of it so far. Arguments of a tool are shown while they stream.

/** The value as far as it goes; undefined when nothing of it can be read. A cut string is given as far as it goes. */
export function readPartialJson(text: string): unknown {
  return new Reader(text).value();
}

/** The arguments so far: members that have begun, in order. Empty for anything that is no object. */
export function partialArguments(text: string): Record<string, unknown> {
  const value = readPartialJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPECIAL = /["\\]/g;
const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;
/** Deeper than any tool's arguments; a text of brackets only must not end in an overflow. */
const MAX_DEPTH = 64;

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): unknown {
    this.#skipSpace();
    switch (this.#text[this.#at]) {
      case '{':
        return this.#nested(() => this.#object());
      case '[':
        return this.#nested(() => this.#array());
      case '"':
        return this.#string();
      default:
        return this.#plain();
    }
  }

  #nested<T>(read: () => T): T | undefined {
    if (this.#depth >= MAX_DEPTH) return undefined;
    this.#depth += 1;
    this.#at += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #object(): Record<string, unknown> {
    const members: [string, unknown][] = [];
    while (!this.#isAtEnd('}')) {
      if (this.#text[this.#at] !== '"') break;
      const name = this.#string();
      if (!this.#take(':')) break;
      const value = this.value();
      if (value === undefined) break;
      members.push([name, value]);
      if (!this.#take(',')) break;
    }
    this.#take('}');
    return Object.fromEntries(members);
  }

  #array(): unknown[] {
    const items: unknown[] = [];
    while (!this.#isAtEnd(']')) {
      const value = this.value();
      if (value === undefined) break;
      items.push(value);
      if (!this.#take(',')) break;
    }
    this.#take(']');
    return items;
  }

  #string(): string {
    const parts: string[] = [];
    let from = this.#at + 1;
    for (;;) {
      const next = nextSpecial(this.#text, from);
      parts.push(this.#text.slice(from, next));
      if (this.#text[next] !== '\\') {
        this.#at = Math.min(next + 1, this.#text.length);
        return parts.join('');
      }
      const escape = this.#escape(next + 1);
      parts.push(escape.text);
      from = escape.end;
    }
  }

  /** A cut escape gives nothing: its other half comes with the next delta. */
  #escape(at: number): { text: string; end: number } {
    const sign = this.#text[at];
    if (sign === undefined) return { text: '', end: at };
    if (sign !== 'u') return { text: ESCAPES[sign] ?? sign, end: at + 1 };
    const digits = this.#text.slice(at + 1, at + 5);
    const isWhole = /^[\da-f]{4}$/i.test(digits);
    return {
      text: isWhole ? String.fromCharCode(Number.parseInt(digits, 16)) : '',
      end: at + 1 + digits.length,
    };
  }

  #plain(): unknown {
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    NUMBER.lastIndex = this.#at;
    const number = NUMBER.exec(this.#text)?.[0];
    if (number === undefined) return undefined;
    this.#at += number.length;
    return Number(number);
  }

  #isAtEnd(sign: string): boolean {
    this.#skipSpace();
    return this.#at >= this.#text.length || this.#text[this.#at] === sign;
  }

  #take(sign: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    this.#skipSpace();
    return true;
  }

  #skipSpace(): void {
    while (' \n\r\t'.includes(this.#text[this.#at] ?? 'x')) this.#at += 1;
  }
}

/** Where the string ends or escapes; the end of the text when it does neither. */
function nextSpecial(text: string, from: number): number {
  SPECIAL.lastIndex = from;
  return SPECIAL.exec(text)?.index ?? text.length;
}
