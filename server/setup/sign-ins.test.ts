import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { SetupReport } from '../../shared/setup-protocol.ts';
import type { SignIn } from '../../shared/setup.ts';
import { runSetupProgram } from './fixtures/setup-program.ts';
import type { SetupPi } from './setup-pi.ts';
import { SignIns } from './sign-ins.ts';

const KEY = 'sk-a-secret-key';

/** Signs in with a key. pi asks for it, and then does what `onKey` says with the `command` that brings it. */
function signIn(
  t: TestContext,
  onKey: string,
): {
  pi: SetupPi;
  next: () => Promise<SignIn>;
  done: () => number;
} {
  const pi = runSetupProgram(
    t,
    `report({ type: 'loaded' });
    let signIn;
    commands((command) => {
      const { ask, n, value } = request(command);
      if (ask === 'sign_in') {
        signIn = { command, n };
        report({ type: 'prompt', n, id: 1, prompt: { type: 'secret', message: 'Key' } });
      } else if (ask === 'enter') { ${onKey} }
      else {
        report({ type: 'answer', n: signIn.n, error: 'pi was asked to ' + ask });
        respond(signIn.command);
        report({ type: 'answer', n, data: null });
        respond(command);
      }
    });`,
  );
  const signIns = new SignIns();
  t.after(() => signIns.close());
  let done = 0;
  const onDone = async (): Promise<void> => void (done += 1);
  const { id } = signIns.start({ pi, provider: 'acme', kind: 'api_key', key: KEY, onDone });
  let version = 1;
  const next = async (): Promise<SignIn> => {
    const seen = await signIns.poll(id, version);
    ({ version } = seen);
    return seen.state === 'running' ? next() : seen;
  };
  return { pi, next, done: () => done };
}

/** Starts a sign-in with a pi that answers nothing by itself. */
function startSignIn(t: TestContext, key?: string, refusal?: string) {
  const asked: unknown[] = [];
  let onReport: (report: SetupReport) => void = () => assert.fail('nothing was asked');
  const { promise, reject: fail } = Promise.withResolvers<never>();
  const ask: SetupPi['ask'] = (request, options) => {
    asked.push(request);
    if (request.ask === 'enter' && refusal !== undefined) return Promise.reject(new Error(refusal));
    if (request.ask !== 'sign_in') return Promise.resolve(null as never);
    onReport = options!.onReport as typeof onReport;
    return promise;
  };
  const signIns = new SignIns();
  t.after(() => signIns.close());
  const pi = { ask } as unknown as SetupPi;
  const onDone = (): Promise<void> => Promise.resolve();
  const { id } = signIns.start({ pi, provider: 'acme', kind: 'api_key', key, onDone });
  return { signIns, id, asked, fail, report: (report: SetupReport): void => onReport(report) };
}

test('a key that was given at the start is entered when pi asks for it', async (t) => {
  const { next, done } = signIn(
    t,
    `report({ type: 'answer', n, data: null });
    respond(command);
    report({ type: 'answer', n: signIn.n, data: null });
    respond(signIn.command);`,
  );
  assert.deepEqual([(await next()).state, done()], ['done', 1]);
});

test('a sign-in fails with the reason if pi ends while the key is entered', async (t) => {
  const { pi, next, done } = signIn(t, 'process.exit(1);');
  const { state, prompt, error } = await next();
  await pi.close();
  await new Promise(setImmediate);
  assert.deepEqual([state, prompt, done()], ['failed', null, 0]);
  assert.match(error ?? '', /not running/);
});

test('a sign-in fails with the reason, without the key, if pi refuses the key', async (t) => {
  const { next, done } = signIn(t, `respond(command, value + ' is not accepted.');`);
  const { state, prompt, error } = await next();
  assert.deepEqual([state, prompt, error, done()], ['failed', null, '••• is not accepted.', 0]);
});

test('an answer to a question that pi has replaced or withdrawn is refused, and pi does not get it', async (t) => {
  const { signIns, id, asked, report } = startSignIn(t);
  const prompt = { type: 'text', message: 'Region' } as const;
  report({ type: 'prompt', n: id, id: 1, prompt });
  report({ type: 'prompt', n: id, id: 2, prompt });
  await assert.rejects(signIns.enter(id, 1, 'late'), { status: 409, code: 'not_asked' });
  await signIns.enter(id, 2, 'in time');
  report({ type: 'prompt', n: id, id: 3, prompt });
  report({ type: 'withdrawn', n: id, id: 3 });
  await assert.rejects(signIns.enter(id, 3, 'late'), { status: 409, code: 'not_asked' });
  assert.deepEqual(asked.slice(1), [{ ask: 'enter', of: id, prompt: 2, value: 'in time' }]);
});

test('the withdrawal of an earlier question leaves the current one', async (t) => {
  const { signIns, id, report } = startSignIn(t);
  const prompt = { type: 'text', message: 'Region' } as const;
  report({ type: 'prompt', n: id, id: 1, prompt });
  report({ type: 'prompt', n: id, id: 2, prompt });
  report({ type: 'withdrawn', n: id, id: 1 });
  assert.equal((await signIns.poll(id)).prompt?.id, 2);
});

test('a key that was given at the start answers one question, and the next one is for the user', async (t) => {
  const { signIns, id, asked, report } = startSignIn(t, KEY);
  const prompt = { type: 'secret', message: 'Key' } as const;
  report({ type: 'prompt', n: id, id: 1, prompt });
  report({ type: 'prompt', n: id, id: 2, prompt });
  assert.equal((await signIns.poll(id)).prompt?.id, 2);
  assert.deepEqual(asked.slice(1), [{ ask: 'enter', of: id, prompt: 1, value: KEY }]);
});

test('a secret that was pasted with spaces and a line break around it is not shown either', async (t) => {
  const { signIns, id, report, fail } = startSignIn(t);
  report({ type: 'prompt', n: id, id: 1, prompt: { type: 'secret', message: 'Key' } });
  await signIns.enter(id, 1, ` ${KEY}\n`);
  fail(new Error(`${KEY} is not accepted.`));
  await new Promise(setImmediate);
  assert.equal((await signIns.poll(id)).error, '••• is not accepted.');
});

test('a sign-in that was canceled stays so, whatever pi answers to it', async (t) => {
  const { promise, reject } = Promise.withResolvers<never>();
  const ask: SetupPi['ask'] = (request) =>
    request.ask === 'sign_in' ? promise : Promise.resolve(null as never);
  const signIns = new SignIns();
  t.after(() => signIns.close());
  const pi = { ask } as unknown as SetupPi;
  const { id } = signIns.start({ pi, provider: 'acme', kind: 'oauth', onDone: () => Promise.resolve() });
  await signIns.cancel(id);
  reject(new Error('pi was asked to cancel'));
  await new Promise(setImmediate);
  const { state, error } = await signIns.poll(id);
  assert.deepEqual([state, error], ['cancelled', null]);
});

test('pi does not go on waiting for a key that could not be entered', async (t) => {
  const { signIns, id, asked, report } = startSignIn(t, KEY, `${KEY} is refused`);
  report({ type: 'prompt', n: id, id: 1, prompt: { type: 'secret', message: 'Key' } });
  const { state, error } = await signIns.poll(id, 2);
  assert.deepEqual([state, error], ['failed', '••• is refused']);
  await new Promise(setImmediate);
  assert.deepEqual(asked.at(-1), { ask: 'cancel', of: id });
  assert.equal(signIns.isBusy, false);
});
