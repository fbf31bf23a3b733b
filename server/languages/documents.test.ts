import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { LspPosition, LspRange } from '../../shared/languages.ts';
import { Documents } from './documents.ts';

interface Change {
  range?: LspRange;
  text: string;
}

/** A server: what it knows of one document. */
class Mirror {
  text = '';
  isOpen = false;
  version = 0;

  receive(method: string, params: Record<string, unknown>): void {
    const document = params.textDocument as { version: number; text: string };
    if (method === 'textDocument/didClose') this.isOpen = false;
    else if (method === 'textDocument/didOpen') {
      assert.ok(!this.isOpen, 'it is opened once');
      Object.assign(this, { isOpen: true, text: document.text, version: document.version });
    } else {
      assert.ok(this.isOpen && document.version > this.version, 'versions grow');
      this.version = document.version;
      for (const change of params.contentChanges as Change[]) this.text = applied(this.text, change);
    }
  }
}

function applied(text: string, { range, text: added }: Change): string {
  if (!range) return added;
  const offsetOf = ({ line, character }: LspPosition): number => {
    const before = text.split('\n').slice(0, line);
    return before.reduce((sum, each) => sum + each.length + 1, 0) + character;
  };
  return text.slice(0, offsetOf(range.start)) + added + text.slice(offsetOf(range.end));
}

const words = fc.string({ unit: fc.constantFrom('a', '\n', 'é', '😀'), maxLength: 6 });
const page = fc.constantFrom('one', 'two');
const step = fc.oneof(
  fc.record({ act: fc.constant('open' as const), page, text: words }),
  fc.record({ act: fc.constant('edit' as const), page, at: fc.nat(), length: fc.nat(4), text: words }),
  fc.record({ act: fc.constantFrom('use' as const, 'close' as const), page }),
);

test('after any acts of two pages the server has the text of the page that acted last, and no document without a page', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(step, { maxLength: 30 }), (isIncremental, steps) => {
      const mirror = new Mirror();
      const documents = new Documents((method, params) => mirror.receive(method, params));
      documents.isIncremental = isIncremental;
      const texts = new Map<string, string>();
      for (const one of steps) {
        const text = texts.get(one.page);
        if (one.act === 'open') {
          documents.open(one.page, 'a.ts', { uri: 'file:///a.ts', language: 'typescript', text: one.text });
          texts.set(one.page, one.text);
        } else if (one.act === 'close') {
          documents.close(one.page, 'a.ts');
          texts.delete(one.page);
        } else if (one.act === 'use') documents.use(one.page, 'a.ts');
        else if (one.act === 'edit' && text !== undefined) {
          const offset = one.at % (text.length + 1);
          const length = Math.min(one.length, text.length - offset);
          documents.edit(one.page, 'a.ts', [{ offset, length, text: one.text }]);
          texts.set(one.page, text.slice(0, offset) + one.text + text.slice(offset + length));
        }
        assert.equal(mirror.isOpen, texts.size > 0);
        const expected = texts.get(one.page) ?? [...texts.values()].find((each) => each === mirror.text);
        if (texts.size > 0) assert.equal(mirror.text, expected);
      }
    }),
  );
});

test('a server that starts later gets every document as it is by then', () => {
  const late = new Mirror();
  let isThere = false;
  const documents = new Documents((method, params) => isThere && late.receive(method, params));
  documents.open('one', 'a.ts', { uri: 'file:///a.ts', language: 'typescript', text: 'ab' });
  documents.edit('one', 'a.ts', [
    { offset: 2, length: 0, text: 'c' },
    { offset: 0, length: 1, text: '' },
  ]);
  isThere = true;
  documents.openAgain();
  assert.equal(late.text, 'bc');
});
