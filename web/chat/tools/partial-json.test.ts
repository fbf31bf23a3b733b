import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { partialArguments } from './partial-json.ts';

test('complete arguments are parsed like with JSON.parse', () => {
  const args = fc.dictionary(fc.string(), fc.jsonValue()).filter((value) => !hasProto(value));
  fc.assert(
    fc.property(args, fc.constantFrom(0, 2), (whole, space) => {
      const text = JSON.stringify(whole, null, space);
      // Minus zero cannot be written in JSON.
      assert.equal(JSON.stringify(partialArguments(text)), JSON.stringify(JSON.parse(text)));
    }),
  );
});

test('wherever the text is cut, each string is a prefix of the complete one', () => {
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

test('no text makes it throw or hang', () => {
  const parts = ['{', '}', '[', ']', '"', ':', ',', '\\', 'u', '1', '-', 'e', 'true', ' ', 'a', '\n'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts)), (text) => {
      partialArguments(text.join(''));
      partialArguments(`{"a":${text.join('')}`);
    }),
    { numRuns: 1000 },
  );
});

test('deep nesting does not overflow the stack, here or where the arguments are printed', () => {
  for (const deeper of ['[', '{"a":']) {
    const args = partialArguments(`{"a":${deeper.repeat(100_000)}`);
    assert.doesNotThrow(() => JSON.stringify(args));
  }
});

test('a path can be read before the content after it is complete', () => {
  assert.deepEqual(partialArguments('{"path": "a.ts", "content": "let a = \\"x\\\\n\\u00e4\\'), {
    path: 'a.ts',
    content: 'let a = "x\\nä',
  });
  assert.deepEqual(partialArguments('{"pa'), {});
  assert.deepEqual(partialArguments(''), {});
  assert.deepEqual(partialArguments('"text"'), {});
});

test('incomplete nested values and numbers are read as far as possible', () => {
  assert.deepEqual(partialArguments('{"edits": [{"oldText": "a", "newText": "b"}, {"oldText": "c'), {
    edits: [{ oldText: 'a', newText: 'b' }, { oldText: 'c' }],
  });
  assert.deepEqual(partialArguments('{"offset": 12, "limit": 3'), { offset: 12, limit: 3 });
  assert.deepEqual(partialArguments('{"offset": 12, "limit": -'), { offset: 12 });
});

test('raw line ends and unknown escapes in a string do not hide it', () => {
  assert.deepEqual(partialArguments('{"pattern": "\\d+\\\\d", "content": "one\ntwo\t'), {
    pattern: '\\d+\\d',
    content: 'one\ntwo\t',
  });
});

test('a member named __proto__ adds no arguments', () => {
  const args = partialArguments('{"__proto__": {"path": "/etc/passwd"}, "command": "ls');
  assert.equal(args.path, undefined);
  assert.equal(args.command, 'ls');
});

function hasProto(value: unknown): boolean {
  return JSON.stringify(value).includes('__proto__');
}
