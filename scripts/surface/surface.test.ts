// Nothing that pi offers to a host or to extensions is missing silently: each name is handled, or is listed with the
// reason why not. `npm run newest` runs this against the newest pi too.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { before, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packageOf, versionsFolder } from '../pi-versions.ts';
import { HANDLED, NOT_HANDLED, UNTYPED_FIELDS } from './handled.ts';
import { readFields, readOwnFields, type Fields } from './read-fields.ts';
import { readSurface, type Surface } from './read-surface.ts';

const KINDS = Object.keys(HANDLED) as (keyof typeof HANDLED)[];
const version = process.env.CONTRACT_PIS;
const folder =
  version && version !== 'own'
    ? join(versionsFolder(), version, 'node_modules', packageOf(version))
    : fileURLToPath(new URL('../../node_modules/@earendil-works/pi-coding-agent', import.meta.url));

let surface: Surface;
before(async () => {
  surface = await readSurface(folder);
});

for (const kind of KINDS)
  test(`every name among pi's ${kind} is handled, or is listed with a reason why not`, () => {
    const known = new Set([...Object.keys(HANDLED[kind]), ...Object.keys(NOT_HANDLED[kind] ?? {})]);
    // Some groups of settings have one control.
    const isKnown = (name: string): boolean => known.has(name) || known.has(name.split('.')[0]!);
    assert.deepEqual(
      surface[kind].filter((name) => !isKnown(name)),
      [],
      `pi ${surface.version} has these, of which scripts/surface/handled.ts says nothing`,
    );
  });

test('the panel has a type for every field of a command, an event, a request, a message and an entry of pi, or a reason why not', () => {
  const fields = readFields(folder);
  const own = readOwnFields();
  const untyped = (Object.keys(fields) as (keyof Fields)[]).flatMap((kind) =>
    fields[kind].filter((name) => !own[kind].includes(name)),
  );
  assert.deepEqual(untyped, Object.keys(UNTYPED_FIELDS).sort(), `pi ${surface.version}`);
});

test('a name or a field that a newer pi adds is found, and a pi that declares them elsewhere is refused', async (t) => {
  const pi = await newerPi(t);
  const { commands, events, settings, ui } = await readSurface(pi);
  assert.deepEqual(
    [commands, events],
    [
      ['prompt', 'teleport'],
      ['entry_appended', 'message_end', 'teleported'],
    ],
  );
  assert.deepEqual(
    [settings, ui],
    [
      ['beam.strength', 'theme'],
      ['beam', 'notify'],
    ],
  );
  const { commandFields, eventFields, messageFields, usageFields } = readFields(pi);
  assert.ok(commandFields.includes('teleport.to'));
  assert.ok(eventFields.includes('teleported.from'));
  assert.ok(messageFields.includes('assistant.mood'));
  assert.ok(usageFields.includes('cost.tax'));
  await rm(join(pi, 'dist/modes/rpc/rpc-types.d.ts'));
  await assert.rejects(readSurface(pi), /declares no RpcCommand/);
});

/** Returns the folder of a small package with the declarations of a pi. */
async function newerPi(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'newer-pi-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const files = {
    'package.json': '{"version":"99.0.0","type":"module"}',
    'schemas/settings.schema.json':
      '{"properties":{"theme":{},"beam":{"properties":{"strength":{"type":"number"}}}}}',
    'dist/modes/rpc/rpc-types.d.ts': `
      export type RpcCommand = { id?: string; type: 'prompt'; message: string } | { id?: string; type: 'teleport'; to: string };
      export type RpcExtensionUIRequest = { type: 'extension_ui_request'; id: string; method: 'notify'; message: string };`,
    'dist/core/agent-session.d.ts': `
      interface Usage { input: number; cost: { total: number; tax?: number } }
      type Message = { role: 'user'; content: string } | { role: 'assistant'; usage: Usage; mood?: string };
      type Entry = { type: 'message'; id: string; message: Message } | { type: 'label'; id: string; label: string | undefined };
      export type AgentSessionEvent = { type: 'message_end'; message: Message } | { type: 'entry_appended'; entry: Entry }
        | { type: 'teleported'; from: string };`,
    'dist/core/extensions/types.d.ts': `
      export interface ExtensionAPI { on(event: 'agent_start', handler: () => void): void; on(event: 'teleport', handler: () => void): void; }
      export interface ExtensionContext { ui: ExtensionUIContext }
      export interface ExtensionCommandContext extends ExtensionContext { fork(): void }
      export interface ExtensionToolContext extends ExtensionContext { tools: string[] }
      export interface ExtensionUIContext { notify(message: string): void; beam(): void }`,
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

test('no name is both handled and not handled, and every reason is about something that pi has', () => {
  for (const kind of KINDS)
    for (const [name, reason] of Object.entries(NOT_HANDLED[kind] ?? {})) {
      assert.ok(!(name in HANDLED[kind]), `${kind}: ${name}`);
      assert.ok(surface[kind].includes(name), `${kind}: ${name}`);
      assert.ok(reason.length > 10, `${kind}: ${name}`);
    }
});
