// Setting real pi up through the panel: keys and sign-ins are stored by pi's own code, running agents notice them, and
// secrets go nowhere else.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type {
  Provider,
  ProviderTest,
  Providers,
  SetupModels,
  SignIn,
  SignInKind,
} from '../../shared/setup.ts';
import {
  signInExtension,
  startAuthorizationServer,
  type AuthorizationServer,
} from '../panel/authorization-server.ts';
import { type ContractPi, choosePis, contractPis, VERSION_TIMEOUT_MS } from './contract-pis.ts';
import { openLab, type Lab } from './lab.ts';

const KEY = 'gsk-0123456789-planted';
const VERSIONS = ['0.79.9', '0.87.1'];
const { pis } = await contractPis();

for (const pi of choosePis(pis, VERSIONS))
  describe(`pi ${pi.version}`, { timeout: VERSION_TIMEOUT_MS }, () => {
    let panel: SetupLab;
    before(async () => {
      panel = await SetupLab.start(pi);
    });
    after(() => panel?.close());

    test('S-25: a stored key makes its models available to the running agent, until the user signs out', async () => {
      assert.equal((await panel.provider('groq')).state, 'none');
      const { id } = await panel.signIn('groq', 'api_key', KEY);
      const done = await panel.ended(id);
      assert.deepEqual([done.state, done.error], ['done', null]);
      const { state, source, kinds } = await panel.provider('groq');
      assert.deepEqual([state, source, kinds], ['key_stored', 'auth.json', ['api_key']]);
      assert.match(await panel.auth(), new RegExp(KEY));
      const { models } = await panel.json<SetupModels>('setup/models');
      const model = models.find(({ provider }) => provider === 'groq');
      assert.equal(model?.isAvailable, true);
      assert.equal(model.api, 'openai-completions');
      assert.match(model.baseUrl, /^http:\/\/127\.0\.0\.1:\d+\/v1$/);
      await panel.lab.command({ type: 'set_model', provider: 'groq', modelId: model?.id ?? '' });
      await panel.lab.converse('Hello?', 'Hello by key.');
      assert.doesNotMatch(JSON.stringify([panel.lab.view, panel.lab.events, done]), new RegExp(KEY));
      await panel.signOut('groq');
      assert.equal((await panel.provider('groq')).state, 'none');
      assert.doesNotMatch(await panel.auth(), new RegExp(KEY));
    });

    test('a provider with a key is tested by one of its models, and one without has none to test', async () => {
      const tryGroq = async (): Promise<ProviderTest> =>
        (await panel.lab.postToAgent('setup/providers/groq/test', {})).body as unknown as ProviderTest;
      const without = await tryGroq();
      assert.deepEqual([without.isOk, without.model], [false, null]);
      const { id } = await panel.signIn('groq', 'api_key', KEY);
      await panel.ended(id);
      const tested = await tryGroq();
      assert.deepEqual([tested.isOk, tested.title], [true, 'The model answers.'], tested.details);
      assert.ok(tested.model);
      await panel.signOut('groq');
    });

    test('a server is asked for its models inside pi, and why it lists none is explained', async (t) => {
      const server = createServer(({ headers }, response) =>
        response
          .writeHead(headers.authorization === `Bearer ${KEY}` ? 200 : 401)
          .end('{"data":[{"id":"one"},{"id":"two"}]}'),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      t.after(() => server.close());
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
      const list = async (more: object): Promise<unknown> => {
        const body = { baseUrl, api: 'openai-completions', ...more };
        return (await panel.lab.postToAgent('setup/models/list', body)).body;
      };
      assert.deepEqual(await list({ key: KEY }), { models: ['one', 'two'] });
      assert.match(JSON.stringify(await list({ key: 'wrong' })), /"title":"The server refused the key\."/);
      assert.match(
        JSON.stringify(await list({ baseUrl: 'http://no-such-host.invalid/v1' })),
        /"title":"DNS: there is no server with the name no-such-host\.invalid\./,
      );
      for (const wrong of [{ baseUrl: 'file:///etc' }, { api: 'other' }, { variable: '$KEY' }, { more: 1 }]) {
        const body = { baseUrl, api: 'openai-completions', ...wrong };
        const { status } = await panel.lab.postToAgent('setup/models/list', body);
        assert.equal(status, 400, JSON.stringify(wrong));
      }
    });

    test('S-25: a provider that was just written to models.json takes a key at once', async () => {
      const baseUrl = 'http://127.0.0.1:1';
      const value = { baseUrl, api: 'openai-completions', apiKey: 'none', models: [{ id: 'lab-one' }] };
      // pi runs for the setup already, so it has read models.json before this change.
      await panel.provider('groq');
      await panel.lab.postToAgent('setup/files/models/changes', { path: ['providers', 'lab'], value });
      const { id } = await panel.signIn('lab', 'api_key', 'lab-0123456789-planted');
      const { state, error } = await panel.ended(id);
      assert.deepEqual([state, error], ['done', null]);
      assert.equal((await panel.provider('lab')).state, 'key_stored');
      await panel.signOut('lab');
    });

    test('a sign-in in the browser ends when the browser comes back', async () => {
      const { id } = await panel.signIn('corp', 'oauth');
      const asked = await panel.until(id, ({ notes, prompt }) => notes.length > 0 && prompt !== null);
      const [note] = asked.notes;
      assert.ok(note?.type === 'auth_url');
      assert.equal(asked.prompt?.type, 'manual_code');
      assert.equal(await (await fetch(note.url)).text(), 'You can close this page.');
      assert.equal((await panel.ended(id)).state, 'done');
      assert.equal((await panel.provider('corp')).state, 'signed_in');
      await panel.lab.command({ type: 'set_model', provider: 'corp', modelId: 'corp-large' });
      await panel.lab.converse('Hello?', 'Hello by OAuth.');
      await panel.signOut('corp');
    });

    test('if the browser cannot reach pi, the address that it was sent to can be pasted', async () => {
      const { id } = await panel.signIn('corp', 'oauth');
      const { prompt } = await panel.until(id, (shown) => shown.prompt !== null);
      const wrong = { prompt: prompt!.id + 7, value: 'x' };
      assert.equal((await panel.lab.post(`setup/sign-ins/${id}/answers`, wrong)).status, 409);
      const value = 'http://127.0.0.1:1/callback?code=code-0123456789';
      assert.equal(
        (await panel.lab.post(`setup/sign-ins/${id}/answers`, { prompt: prompt!.id, value })).status,
        204,
      );
      assert.equal((await panel.ended(id)).state, 'done');
      await panel.signOut('corp');
    });

    test('a refused code is reported without the code', async () => {
      const { id } = await panel.signIn('corp', 'oauth');
      const { prompt } = await panel.until(id, (shown) => shown.prompt !== null);
      await panel.lab.post(`setup/sign-ins/${id}/answers`, { prompt: prompt!.id, value: 'wrong-code' });
      const { state, error } = await panel.ended(id);
      assert.equal(state, 'failed');
      assert.match(error ?? '', /The code ••• was refused/);
      assert.equal((await panel.provider('corp')).state, 'none');
    });

    test('a device code is shown until the device is approved, and the sign-in can be canceled', async () => {
      const first = await panel.signIn('tv', 'oauth');
      const shown = await panel.until(first.id, ({ notes }) => notes.length > 0);
      assert.deepEqual(shown.notes[0]?.type === 'device_code' && shown.notes[0].userCode, 'ABCD-1234');
      assert.equal((await panel.lab.fetch(`setup/sign-ins/${first.id}`, { method: 'DELETE' })).status, 204);
      assert.equal((await panel.ended(first.id)).state, 'cancelled');
      assert.equal((await panel.provider('tv')).state, 'none');
      const forgotten = await panel.signIn('tv', 'oauth');
      const { id } = await panel.signIn('tv', 'oauth');
      await panel.until(id, ({ notes }) => notes.length > 0);
      assert.equal((await panel.ended(forgotten.id)).state, 'cancelled', 'another sign-in to it has begun');
      panel.server.approveDevice();
      assert.equal((await panel.ended(id)).state, 'done');
      assert.equal((await panel.provider('tv')).state, 'signed_in');
    });
  });

class SetupLab {
  readonly lab: Lab;
  readonly server: AuthorizationServer;

  constructor(lab: Lab, server: AuthorizationServer) {
    this.lab = lab;
    this.server = server;
  }

  static async start(pi: ContractPi): Promise<SetupLab> {
    const server = await startAuthorizationServer();
    const lab = await openLab(pi, { extension: signInExtension(server.url) });
    return new SetupLab(lab, server);
  }

  async close(): Promise<void> {
    await this.lab.close();
    await this.server.close();
  }

  json<T>(route: string): Promise<T> {
    return this.lab.getJson<T>(`agents/${this.lab.agent}/${route}`);
  }

  async provider(id: string): Promise<Provider> {
    const { providers } = await this.json<Providers>('setup/providers');
    const found = providers.find((provider) => provider.id === id);
    assert.ok(found, `${id} is among ${providers.map((provider) => provider.id).join(', ')}`);
    return found;
  }

  async signIn(provider: string, kind: SignInKind, key?: string): Promise<SignIn> {
    const reply = await this.lab.postToAgent(`setup/providers/${provider}/sign-in`, {
      kind,
      ...(key && { key }),
    });
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    return reply.body as unknown as SignIn;
  }

  async signOut(provider: string): Promise<void> {
    assert.equal((await this.lab.postToAgent(`setup/providers/${provider}/sign-out`)).status, 200);
  }

  async until(id: string, isTrue: (shown: SignIn) => boolean): Promise<SignIn> {
    for (let after = 0; ;) {
      const shown = await this.lab.getJson<SignIn>(
        `setup/sign-ins/${id}${after > 0 ? `?after=${after}` : ''}`,
      );
      if (isTrue(shown)) return shown;
      assert.equal(shown.state, 'running', `It ended before: ${JSON.stringify(shown)}`);
      after = shown.version;
    }
  }

  ended(id: string): Promise<SignIn> {
    return this.until(id, ({ state }) => state !== 'running');
  }

  auth(): Promise<string> {
    return readFile(path.join(this.lab.folders.agentDir, 'auth.json'), 'utf8');
  }
}
