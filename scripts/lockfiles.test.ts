import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Lockfile {
  packages: Record<
    string,
    { optionalDependencies?: Record<string, string>; integrity?: string; resolved?: string; link?: boolean }
  >;
}

for (const file of [
  'package-lock.json',
  'scripts/node/package-lock.json',
  'scripts/chromium/package-lock.json',
]) {
  const { packages } = JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')) as Lockfile;

  // npm drops the variants of other platforms when the registry lacks one, and `npm ci` then fails on them.
  test(`${file} lists every optional dependency, including those of other platforms`, () => {
    const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !lookupPlaces(place, name).some((candidate) => candidate in packages))
        .map((name) => `${name} (of ${place || 'the project'})`),
    );
    assert.deepEqual(missing, []);
  });

  test(`S-61: ${file} has an integrity hash for every package`, () => {
    const unsigned = Object.entries(packages).filter(([place, entry]) => place !== '' && !entry.integrity);
    assert.deepEqual(
      unsigned.map(([place]) => place),
      [],
    );
  });

  // Without the addresses npm asks the registry about each package, even if its cache has all of them.
  test(`${file} has the address of each package, so that npm can install from its cache alone`, () => {
    const homeless = Object.entries(packages).filter(
      ([place, { resolved, link }]) =>
        place !== '' && !link && !resolved?.startsWith('https://registry.npmjs.org/'),
    );
    assert.deepEqual(
      homeless.map(([place]) => place),
      [],
    );
  });
}

/** The places where Node looks for a package from another one: beside it, then outwards. */
function lookupPlaces(place: string, name: string): string[] {
  const here = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
  if (place === '') return [here];
  const outer = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')));
  return [here, ...lookupPlaces(place.includes('/node_modules/') ? outer : '', name)];
}
