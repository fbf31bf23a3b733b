// Takes pi and what it needs out of the project's lockfile, as a lockfile of its own. The npm package has it, so that
// the pi that it fetches has the versions and hashes with which the tests ran.

const PI = '@earendil-works/pi-coding-agent';

export interface Lockfile {
  name?: string;
  lockfileVersion: number;
  packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  version?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  dev?: boolean;
  devOptional?: boolean;
}

interface PiInstallation {
  manifest: { name: string; private: true; dependencies: Record<string, string> };
  lockfile: Lockfile;
}

/** `project`: the lockfile of the project. The packages keep their places. Throws if the project does not depend on pi. */
export function lockPi({ lockfileVersion, packages }: Lockfile): PiInstallation {
  const version = packages[`node_modules/${PI}`]?.version;
  if (version === undefined) throw new Error(`package-lock.json has no ${PI}.`);
  const manifest = { name: 'pi-panel-pi', private: true, dependencies: { [PI]: version } } as const;
  const places = new Set<string>();
  const waiting = [`node_modules/${PI}`];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (places.has(place)) continue;
    places.add(place);
    for (const name of neededBy(packages[place]!)) {
      const found = findPackage(packages, place, name);
      if (found !== undefined) waiting.push(found);
    }
  }
  const kept = [...places].sort().map((place) => [place, withoutDev(packages[place]!)] as const);
  const root = { name: manifest.name, dependencies: manifest.dependencies };
  return {
    manifest,
    lockfile: {
      name: manifest.name,
      lockfileVersion,
      packages: { '': root, ...Object.fromEntries(kept) },
    },
  };
}

function neededBy({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta = {},
}: LockedPackage): string[] {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Returns the place of a package as Node finds it from another one: below it, then outwards. */
function findPackage(packages: Lockfile['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') return undefined;
  }
}

/** In the project, pi is a development dependency. */
function withoutDev({ dev: _, devOptional: __, ...rest }: LockedPackage): LockedPackage {
  return rest;
}
