// The HTTP API's types for what pi loads besides its settings: packages, extensions, skills, prompt templates, themes, and
// the files that are part of the system prompt.

export const RESOURCE_KINDS = ['extensions', 'skills', 'prompts', 'themes'] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

/** For all projects, or only for this one. */
export type ResourceScope = 'user' | 'project';

export interface Resource {
  kind: ResourceKind;
  name: string;
  /** Its description of itself; null if it has none. */
  description: string | null;
  /** Absolute. */
  path: string;
  isEnabled: boolean;
  /** Whether another resource with this name takes precedence, so that pi does not use this one. */
  isShadowed: boolean;
  scope: ResourceScope;
  /** The source of its package, as written in the settings; null if it is in one of pi's own folders. */
  package: string | null;
  /** The folder to which its path in pi's filters is relative; null for the folder of the settings file. */
  baseDir: string | null;
  /** Whether it belongs to pi itself and has no file. */
  isBuiltIn: boolean;
  /**
   * For a part of pi itself, which can be switched for all projects and for one: what this project's settings say; null
   * if they say nothing. `isEnabled` then is what the user's settings say.
   */
  inProject?: boolean | null;
}

export interface PiPackage {
  /** As written in the settings, such as `npm:@example/tools@1.0.0`. */
  source: string;
  scope: ResourceScope;
  /** Where it is installed; null if it is missing, or if the project is not trusted. */
  path: string | null;
  /** From its package.json. */
  name: string | null;
  version: string | null;
  description: string | null;
}

/** `context`: AGENTS.md or CLAUDE.md. `system` replaces pi's own system prompt, and `append` is added to it. */
export type ContextKind = 'context' | 'system' | 'append';

export interface ContextFile {
  kind: ContextKind;
  path: string;
}

/** `trusted`: by the user's decision for `path`, or for this run. `undecided`: pi ignores the project's resources. */
export interface ProjectTrust {
  isTrusted: boolean;
  /** The decision in pi's trust.json, for this folder or one above it; null if there is none. */
  decision: boolean | null;
  /** The folder that the decision is for. */
  path: string | null;
  /** Whether pi asks before it loads a project's resources (pi >= 0.79). */
  isKnown: boolean;
}

/** GET /api/agents/:agent/setup/resources */
export interface Resources {
  trust: ProjectTrust;
  packages: PiPackage[];
  /** Within each kind, earlier ones take precedence. */
  resources: Resource[];
  /** In the order in which the model reads them. */
  contexts: ContextFile[];
  /** Files that do not exist yet and can be created. */
  absent: { kind: ContextKind; scope: ResourceScope; path: string }[];
  /** The settings files that pi cannot read, so that what they name is missing here. Absent if there are none. */
  unread?: string[];
}

/** A command of pi that the user watches. GET /api/setup/runs/:run?from=N waits for more output. */
export interface PiRun {
  id: string;
  /** As a command line, for the user. */
  title: string;
  state: 'running' | 'done' | 'failed' | 'cancelled';
  /** Null while it runs, or if a signal ended it. */
  exitCode: number | null;
  /** The output from character `from` on; its beginning may have been dropped. */
  output: string;
  from: number;
  /** Where the next request continues. */
  next: number;
}

export type TrustDecision = 'always' | 'never' | 'ask';
