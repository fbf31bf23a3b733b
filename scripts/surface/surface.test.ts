// Nothing that pi offers to a host or to extensions is missing silently: each name is handled, or is listed with the
// reason why not. `npm run newest` runs this against the newest pi too.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packageOf, versionsFolder } from '../pi-versions.ts';
import { HANDLED, NOT_HANDLED } from './handled.ts';
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

test('no name is both handled and not handled, and every reason is about something that pi has', () => {
  for (const kind of KINDS)
    for (const [name, reason] of Object.entries(NOT_HANDLED[kind] ?? {})) {
      assert.ok(!(name in HANDLED[kind]), `${kind}: ${name}`);
      assert.ok(surface[kind].includes(name), `${kind}: ${name}`);
      assert.ok(reason.length > 10, `${kind}: ${name}`);
    }
});
