import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeJson } from './change-json.ts';

const MODELS = `{
  // of the office
  "providers": {
    "a": { "baseUrl": "http://a", "input": ["text", "image"] }, // the fast one
    // "old": {},
  },
}
`;

test('a new entry leaves the layout and the comments of the entries around it alone', () => {
  const after = changeJson(MODELS, ['providers', 'lab'], { models: [{ id: 'one' }] });
  const entry = `    "lab": {
      "models": [
        {
          "id": "one"
        }
      ]
    },
`;
  assert.equal(
    after,
    MODELS.replace('    // "old": {},\n', (line) => line + entry),
  );
  assert.equal(changeJson(after, ['providers', 'lab'], undefined), MODELS);
});

test('a removed entry takes its own comment along, and leaves that of the entry before it', () => {
  const text = '{\n  "a": 1, // one\n  "b": [2, 2], // two\n  "c": 3 // three\n}\n';
  assert.equal(changeJson(text, ['c'], undefined), '{\n  "a": 1, // one\n  "b": [2, 2] // two\n}\n');
  assert.equal(changeJson(text, ['b'], undefined), '{\n  "a": 1, // one\n  "c": 3 // three\n}\n');
  assert.equal(changeJson(text, ['d'], undefined), text);
  assert.equal(changeJson('{\n  "a": 1\n}\n', ['a'], undefined), '{}\n');
  assert.equal(changeJson('{ "a": 1, "b": 2 }', ['a'], undefined), '{ "b": 2 }');
  assert.equal(changeJson('{ "a": 1, "b": 2 }', ['b'], undefined), '{ "a": 1 }');
});

test('a new entry has the indentation and the line ends of the file', () => {
  assert.equal(
    changeJson('{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n', ['a', 'c', 'd'], [2]),
    '{\n\t"a": {\n\t\t"b": 1,\n\t\t"c": {\n\t\t\t"d": [\n\t\t\t\t2\n\t\t\t]\n\t\t}\n\t}\n}\n',
  );
  assert.equal(
    changeJson('{\r\n    "a": {}\r\n}\r\n', ['a', 'b'], 1),
    '{\r\n    "a": {\r\n        "b": 1\r\n    }\r\n}\r\n',
  );
  assert.equal(changeJson('{}\n', ['a', 'b'], 1), '{\n  "a": {\n    "b": 1\n  }\n}\n');
});

test('a file or an object in one line is opened up for an object, and stays in one line for a short value', () => {
  assert.equal(
    changeJson('{"providers":{"a":{"b":1}}}', ['providers', 'lab'], { c: 2 }),
    '{\n  "providers": {\n    "a": {\n      "b": 1\n    },\n    "lab": {\n      "c": 2\n    }\n  }\n}',
  );
  const retry = '{\n  "retry": { "enabled": true } // see below\n}\n';
  assert.equal(
    changeJson(retry, ['retry', 'maxRetries'], 5),
    '{\n  "retry": { "enabled": true, "maxRetries": 5 } // see below\n}\n',
  );
});

test('a value that is replaced keeps its place', () => {
  assert.equal(
    changeJson('{\n  "a": { "b": 1 }, // a\n  "c": 2\n}\n', ['a'], { d: 1 }),
    '{\n  "a": {\n    "d": 1\n  }, // a\n  "c": 2\n}\n',
  );
});

test('a value that is not an object is not replaced in order to set a value inside it', () => {
  assert.throws(() => changeJson('{ "retry": 5 }', ['retry', 'enabled'], true), {
    status: 409,
    message: /“retry”/,
  });
});
