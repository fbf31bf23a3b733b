import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Lockfile {
  packages: Record<
    string,
    { optionalDependencies?: Record<string, string>; integrity?: string; link?: boolean }
  >;
}

for (const file of [
  'package-lock.json',
  'scripts/node/package-lock.json',
  'scripts/chromium/package-lock.json',
]) {
  const { packages } = JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')) as Lockfile;

  // npm forgets the variants of other platforms when the registry of the day lacks one; `npm ci` then fails there.
  test(`${file} holds every optional dependency, also those of other platforms`, () => {
    const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !placesSeenFrom(place, name).some((candidate) => candidate in packages))
        .map((name) => `${name} (of ${place || 'the project'})`),
    );
    assert.deepEqual(missing, []);
  });

  test(`S-61: ${file} says for every package what its bytes must be`, () => {
    const unsigned = Object.entries(packages).filter(([place, entry]) => place !== '' && !entry.integrity);
    assert.deepEqual(
      unsigned.map(([place]) => place),
      [],
    );
  });
}

/** Where Node would look for a package from another one: beside it, then outwards. */
function placesSeenFrom(place: string, name: string): string[] {
  const here = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
  if (place === '') return [here];
  const outer = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')));
  return [here, ...placesSeenFrom(place.includes('/node_modules/') ? outer : '', name)];
}
