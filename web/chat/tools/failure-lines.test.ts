import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureLines } from './failure-lines.ts';

const showing = (output: string): string[] => failureLines(output.replace(/^\n/, '')).split('\n');

test('npm: the missing script is shown rather than the path of the log', () => {
  const output = `
npm warn Unknown user config "nodedir". This will stop working in the next major version of npm.
npm error Missing script: "nothing"
npm error
npm error To see a list of scripts, run:
npm error   npm run
npm notice New major version of npm available! 11.4.2 -> 12.2.0
npm error A complete log of this run can be found in: /home/ada/.npm/_logs/2026-11-23T19_18_25_645Z-debug-0.log
`;
  assert.deepEqual(showing(output), ['npm error Missing script: "nothing"']);
});

test("npm: what a script printed is shown rather than npm's report about the script", () => {
  const report = `
npm ERR! code ELIFECYCLE
npm ERR! errno 1
npm ERR! sum@1.0.0 test: \`mocha\`
npm ERR! Exit status 1
npm ERR!
npm ERR! Failed at the sum@1.0.0 test script.
npm ERR! This is probably not a problem with npm. There is likely additional logging output above.
npm ERR! A complete log of this run can be found in:
npm ERR!     /home/ada/.npm/_logs/2026-01-01T00_00_00_000Z-debug.log
`;
  assert.deepEqual(showing(`the fixtures are incomplete\n${report}`), ['the fixtures are incomplete']);
});

test('node --test: the name of the test, the assertion with its values, and the place', () => {
  const output = `
> sum@1.0.0 test
> node --test

✖ adds (3.094978ms)
✔ zero (0.440784ms)
ℹ tests 2
ℹ fail 1

✖ failing tests:

test at sum.test.js:3:1
✖ adds (3.094978ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  
  3 !== 4
  
      at TestContext.<anonymous> (file:///home/ada/sum/sum.test.js:3:27)
      at Test.runInAsyncScope (node:async_hooks:227:14)
      at Test.run (node:internal/test_runner/test:1402:25) {
    generatedMessage: true,
    code: 'ERR_ASSERTION',
    actual: 3,
    expected: 4,
    operator: 'strictEqual'
  }
`;
  assert.deepEqual(showing(output), [
    '✖ adds (3.094978ms)',
    '  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
    '  3 !== 4',
    '      at TestContext.<anonymous> (file:///home/ada/sum/sum.test.js:3:27)',
  ]);
});

test('node --test: both values of a difference are shown rather than what their signs mean', () => {
  const output = `
✖ a seat is prorated (2.18ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  + actual - expected

  + 1548
  - 1645

      at TestContext.<anonymous> (test/invoice.test.ts:7:10)
`;
  assert.deepEqual(showing(output), [
    '✖ a seat is prorated (2.18ms)',
    '  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
    '  + 1548',
    '  - 1645',
  ]);
});

test('node: the error is shown without the frames of node itself', () => {
  const output = `
node:internal/modules/cjs/loader:1568
  throw err;
  ^

Error: Cannot find module '/home/ada/sum/nothing.js'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1564:15)
    at node:internal/main/run_main_module:33:47 {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v24.21.0
`;
  assert.deepEqual(showing(output), ["Error: Cannot find module '/home/ada/sum/nothing.js'"]);
});

test('vitest: the test, the assertion and the place', () => {
  const output = `
 RUN  v3.2.7 /home/ada/sum

 ❯ sum.test.ts (2 tests | 1 failed) 16ms
   × adds 14ms
     → expected 3 to be 4 // Object.is equality
   ✓ zero 1ms

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  sum.test.ts > adds
AssertionError: expected 3 to be 4 // Object.is equality

\u001b[32m- Expected\u001b[39m
\u001b[31m+ Received\u001b[39m

 ❯ sum.test.ts:2:36
      1| import { expect, test } from 'vitest';
       |                                    ^

 Test Files  1 failed (1)
      Tests  1 failed | 1 passed (2)
   Duration  807ms
`;
  assert.deepEqual(showing(output), [
    ' FAIL  sum.test.ts > adds',
    'AssertionError: expected 3 to be 4 // Object.is equality',
    ' ❯ sum.test.ts:2:36',
  ]);
});

test('jest: the test and the expectation with both values', () => {
  const output = `
 FAIL  src/sum.test.js
  ● sum › adds

    expect(received).toBe(expected) // Object.is equality

    Expected: 4
    Received: 3

      at Object.toBe (src/sum.test.js:4:17)

Test Suites: 1 failed, 1 total
`;
  assert.deepEqual(showing(output), [
    '● sum › adds',
    '  expect(received).toBe(expected) // Object.is equality',
    '  Expected: 4',
    '  Received: 3',
  ]);
});

test('tsc and eslint: the first errors with their places', () => {
  const tsc = `
> tsc -p .

src/a.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.
src/a.ts(2,18): error TS2304: Cannot find name 'missing'.
`;
  const eslint = `
/home/ada/sum/lint.js
  1:7   error  'unused' is assigned a value but never used  no-unused-vars
  2:1   error  'console' is not defined                     no-undef

✖ 2 problems (2 errors, 0 warnings)
`;
  assert.deepEqual(showing(tsc), [
    "src/a.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.",
    "src/a.ts(2,18): error TS2304: Cannot find name 'missing'.",
  ]);
  assert.deepEqual(showing(eslint), [
    '/home/ada/sum/lint.js',
    "  1:7   error  'unused' is assigned a value but never used  no-unused-vars",
    "  2:1   error  'console' is not defined                     no-undef",
  ]);
});

test('python: the exception with the innermost frame, and in pytest the assertion with its test', () => {
  const script = `
Traceback (most recent call last):
  File "/home/ada/run.py", line 5, in <module>
    load("nothing.json")
  File "/home/ada/run.py", line 3, in load
    with open(path) as f:
         ^^^^^^^^^^
FileNotFoundError: [Errno 2] No such file or directory: 'nothing.json'
`;
  const pytest = `
F.                                                                       [100%]
=================================== FAILURES ===================================
__________________________________ test_adds ___________________________________

    def test_adds():
>       assert add(1, 2) == 3
E       assert -1 == 3
E        +  where -1 = add(1, 2)

test_sum.py:5: AssertionError
=========================== short test summary info ============================
FAILED test_sum.py::test_adds - assert -1 == 3
1 failed, 1 passed in 0.03s
`;
  assert.deepEqual(showing(script), [
    '  File "/home/ada/run.py", line 3, in load',
    "FileNotFoundError: [Errno 2] No such file or directory: 'nothing.json'",
  ]);
  assert.deepEqual(showing(pytest), [
    'test_adds',
    'E       assert -1 == 3',
    'test_sum.py:5: AssertionError',
    'FAILED test_sum.py::test_adds - assert -1 == 3',
  ]);
});

test('an exception of any name ends a traceback', () => {
  const output =
    'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nshop.SoldOut: tea\n';
  assert.deepEqual(showing(output), ['  File "a.py", line 1, in <module>', 'shop.SoldOut: tea']);
});

test('cargo: the compiler error with its place, and the panic of a test with both values', () => {
  const build = `
   Compiling sum v0.1.0 (/home/ada/sum)
error[E0308]: mismatched types
 --> src/lib.rs:2:21
  |
2 |     let c: String = a;
  |            ------   ^ expected \`String\`, found \`i32\`

For more information about an error, try \`rustc --explain E0308\`.
error: could not compile \`sum\` (lib) due to 1 previous error
`;
  const run = `
running 1 test
test adds ... FAILED

failures:

---- adds stdout ----

thread 'adds' (24611) panicked at src/lib.rs:3:13:
assertion \`left == right\` failed
  left: -1
 right: 3
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace


failures:
    adds

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.19s

error: test failed, to rerun pass \`--lib\`
`;
  assert.deepEqual(showing(build), ['error[E0308]: mismatched types', ' --> src/lib.rs:2:21']);
  assert.deepEqual(showing(run), [
    "thread 'adds' (24611) panicked at src/lib.rs:3:13:",
    'assertion `left == right` failed',
    '  left: -1',
    ' right: 3',
  ]);
});

test('go: the message of the test, the error of the compiler, the panic', () => {
  const fails =
    '--- FAIL: TestAdd (0.00s)\n    sum_test.go:7: got -1, want 3\nFAIL\nexit status 1\nFAIL\tsum\t0.002s\n';
  assert.deepEqual(showing(fails), ['--- FAIL: TestAdd (0.00s)', '    sum_test.go:7: got -1, want 3']);
  const build = '# sum [sum.test]\n./sum_test.go:9:5: undefined: missing\nFAIL\tsum [build failed]\nFAIL\n';
  assert.deepEqual(showing(build), ['./sum_test.go:9:5: undefined: missing']);
  const panic =
    'panic: runtime error: index out of range\n\ngoroutine 1 [running]:\nmain.main()\nexit status 2\n';
  assert.deepEqual(showing(panic), ['panic: runtime error: index out of range']);
});

test('make: the error of the compiler rather than of make, which is shown if there is no other', () => {
  const output = `
gcc -o app app.c
app.c: In function ‘main’:
app.c:2:21: error: ‘missing’ undeclared (first use in this function)
app.c:2:21: note: each undeclared identifier is reported only once for each function it appears in
make: *** [Makefile:4: app] Error 1
`;
  assert.deepEqual(showing(output), ['app.c:2:21: error: ‘missing’ undeclared (first use in this function)']);
  assert.deepEqual(showing('./check\n12 of 14\nmake: *** [Makefile:2: check] Error 1\n'), [
    'make: *** [Makefile:2: check] Error 1',
  ]);
});

test('shells and git: the refusal', () => {
  assert.deepEqual(showing('one\nbash: line 1: ghfhg: command not found\ntwo\n'), [
    'bash: line 1: ghfhg: command not found',
  ]);
  assert.deepEqual(showing('fatal: not a git repository (or any of the parent directories): .git\n'), [
    'fatal: not a git repository (or any of the parent directories): .git',
  ]);
});

test('an output without any known line is shown from its end, with its colors', () => {
  assert.deepEqual(showing('1\n2\n3\n\u001b[31m4\u001b[0m\n5\n\n'), ['2', '3', '\u001b[31m4\u001b[0m', '5']);
  assert.equal(failureLines(''), '');
  assert.equal(failureLines('npm notice\n'), 'npm notice');
});

test('colors do not hide a cause, and only the last state of a progress line counts', () => {
  assert.deepEqual(showing('ok\n\u001b[1m\u001b[31merror\u001b[0m: no such package\nok\n'), [
    '\u001b[1m\u001b[31merror\u001b[0m: no such package',
  ]);
  assert.deepEqual(showing('10 %\r100 %\rError: cut off\r\n'), ['Error: cut off']);
});

test('of several stack frames below an exception, the first is shown: there it was thrown', () => {
  const output = `
TypeError: total is not a function
    at pay (/home/ada/shop/pay.js:12:9)
    at checkout (/home/ada/shop/checkout.js:40:3)
    at main (/home/ada/shop/main.js:3:1)
`;
  assert.deepEqual(showing(output), [
    'TypeError: total is not a function',
    '    at pay (/home/ada/shop/pay.js:12:9)',
  ]);
});
