import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { partialArguments, readPartialJson } from './partial-json.ts';

test('whole JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2), (text, space) => {
      const value: unknown = JSON.parse(text);
      // Minus zero has no JSON of its own.
      assert.equal(
        JSON.stringify(readPartialJson(JSON.stringify(value, null, space))),
        JSON.stringify(value),
      );
    }),
  );
});

test('wherever the text is cut, each string member is a beginning of the whole one', () => {
  const args = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ unit: 'binary' }), { maxKeys: 4 });
  fc.assert(
    fc.property(args, fc.nat(), (whole, n) => {
      const text = JSON.stringify(whole);
      const partial = partialArguments(text.slice(0, n % (text.length + 1)));
      for (const [name, value] of Object.entries(partial))
        assert.ok(whole[name]?.startsWith(value as string));
    }),
  );
});

test('no text at all makes it throw or hang', () => {
  const signs = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\\',
    'u',
    '1',
    '-',
    'true',
    ' ',
    'a',
    '\n',
  );
  fc.assert(fc.property(fc.array(signs), (parts) => void readPartialJson(parts.join(''))));
  assert.doesNotThrow(() => readPartialJson('['.repeat(100_000)));
});

test('a path is there before the content that follows it is whole', () => {
  assert.deepEqual(partialArguments('{"path": "a.ts", "content": "let a = \\"x\\\\n\\u00e4\\'), {
    path: 'a.ts',
    content: 'let a = "x\\nä',
  });
  assert.deepEqual(partialArguments('{"pa'), {});
  assert.deepEqual(partialArguments(''), {});
  assert.deepEqual(partialArguments('"text"'), {});
});
