// The themes of pi's TUI: pi's own, those of the user and the project, and those of packages and extensions. They are
// read from their files, because pi does not list themes to extensions in RPC mode (in pi 0.73.1 to 1.5.2).
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseTheme, type PiTheme } from '../../../shared/pi/theme-json.ts';
import { BACKGROUNDS, FOREGROUNDS } from '../../../shared/pi/theme-colors.ts';
import { readRegularTextSync } from '../../lib/regular-file.ts';
import type { AgentModule } from '../pi-parts.ts';

type NewTheme = new (fg: object, bg: object, mode: string, options: object) => object;

export class Themes {
  readonly #agent: AgentModule;
  #found: PiTheme[] = [];
  /** The themes that extensions named. */
  #added: PiTheme[] = [];

  constructor(agent: AgentModule) {
    this.#agent = agent;
  }

  /** If several have the same name, the first one is used, as in pi. */
  get all(): readonly PiTheme[] {
    return firstOfEach([...this.#found, ...this.#added]);
  }

  find(name: string): PiTheme | undefined {
    return this.all.find((theme) => theme.name === name);
  }

  /** `paths`: files, or folders with files. They replace the themes that extensions named before. */
  add(paths: readonly string[]): void {
    this.#added = paths.flatMap((place) => (place.endsWith('.json') ? themeAt(place) : themesIn(place)));
  }

  /** Returns the theme as an object of pi's class, to draw with. */
  instance(name: string): object | undefined {
    const theme = this.find(name);
    const Theme = this.#agent.Theme as unknown as NewTheme | undefined;
    if (!theme || !Theme) return undefined;
    const pick = (usual: Readonly<Record<string, string>>): Record<string, string> =>
      Object.fromEntries(Object.keys(usual).map((key) => [key, theme.colors[key] ?? '']));
    const options = { name, ...(theme.path && { sourcePath: theme.path }) };
    return new Theme(pick(FOREGROUNDS), pick(BACKGROUNDS), 'truecolor', options);
  }

  /** Themes of packages are added once pi's own code has found them. */
  async read(cwd: string, isTrusted: boolean): Promise<void> {
    const { getAgentDir, getPackageDir } = this.#agent;
    const own = getPackageDir?.();
    this.#found = firstOfEach([
      ...(own ? themesIn(path.join(own, 'dist', 'modes', 'interactive', 'theme')) : []),
      ...(getAgentDir ? themesIn(path.join(getAgentDir(), 'themes')) : []),
      ...(isTrusted ? themesIn(path.join(cwd, '.pi', 'themes')) : []),
    ]);
    const packaged = await this.#findPackaged(cwd, isTrusted);
    this.#found = firstOfEach([...this.#found, ...packaged]);
  }

  async #findPackaged(cwd: string, isTrusted: boolean): Promise<PiTheme[]> {
    const { DefaultPackageManager: Manager, SettingsManager: Settings, getAgentDir } = this.#agent;
    if (!Manager || !Settings || !getAgentDir) return [];
    const agentDir = getAgentDir();
    const settingsManager = Settings.create(cwd, agentDir, { projectTrusted: isTrusted });
    const { themes = [] } = await new Manager({ cwd, agentDir, settingsManager }).resolve(() =>
      Promise.resolve('skip'),
    );
    return themes.filter(({ enabled }) => enabled).flatMap(({ path: file }) => themeAt(file));
  }
}

function themesIn(folder: string): PiTheme[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return []; // There are no themes in this folder.
  }
  const files = names.filter((name) => name.endsWith('.json') && !name.endsWith('-schema.json'));
  return files.sort().flatMap((name) => themeAt(path.join(folder, name)));
}

/** Returns the theme, or none if it is broken: pi reports that when its TUI starts. */
function themeAt(file: string): PiTheme[] {
  try {
    return [parseTheme(readRegularTextSync(file), file)];
  } catch {
    return [];
  }
}

function firstOfEach(themes: readonly PiTheme[]): PiTheme[] {
  return themes.filter(({ name }, index) => themes.findIndex((other) => other.name === name) === index);
}
