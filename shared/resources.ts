// The HTTP API's types for what pi loads besides its settings: packages, extensions, skills, prompt templates, themes, and
// the files that are part of the system prompt.

export const RESOURCE_KINDS = ['extensions', 'skills', 'prompts', 'themes'] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

/** For all projects, or only for this one. */
export type ResourceScope = 'user' | 'project';

export interface Resource {
  kind: ResourceKind;
  name: string;
  /** Its own words; null if it has none. */
  description: string | null;
  /** Absolute. */
  path: string;
  isEnabled: boolean;
  /** Another one with this name comes first, so that pi does not use this one. */
  isShadowed: boolean;
  scope: ResourceScope;
  /** The source of the package that brings it, as it is in the settings; null: it is in one of pi's folders. */
  package: string | null;
  /** pi's filters in the settings name it by its path relative to this folder; null: the folder of the settings. */
  baseDir: string | null;
  /** It belongs to pi itself, and has no file. */
  isBuiltIn: boolean;
}

export interface PiPackage {
  /** As it is in the settings, such as `npm:@example/tools@1.0.0`. */
  source: string;
  scope: ResourceScope;
  /** Where it is installed; null: it is missing, or the project is not trusted. */
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

/** `trusted`: by the user's decision for `path`, or for this run. `undecided`: pi leaves the project's resources aside. */
export interface ProjectTrust {
  isTrusted: boolean;
  /** The decision in pi's trust.json, for this folder or one above it; null: none. */
  decision: boolean | null;
  /** The folder that the decision is for. */
  path: string | null;
  /** pi asks before it loads what a project brings (pi >= 0.79). */
  isKnown: boolean;
}

/** GET /api/agents/:agent/setup/resources */
export interface Resources {
  trust: ProjectTrust;
  packages: PiPackage[];
  /** Of each kind those that come first take precedence. */
  resources: Resource[];
  /** In the order in which the model reads them. */
  contexts: ContextFile[];
  /** Those that can be created: they have no file yet. */
  absent: { kind: ContextKind; scope: ResourceScope; path: string }[];
}

/** A command of pi that the user watches. GET /api/setup/runs/:run?from=N waits for more output. */
export interface PiRun {
  id: string;
  /** As a command line, for the user. */
  title: string;
  state: 'running' | 'done' | 'failed' | 'cancelled';
  /** Null while it runs, or if a signal ended it. */
  exitCode: number | null;
  /** The output from character `from` on; the oldest may be gone. */
  output: string;
  from: number;
  /** Where the next request goes on. */
  next: number;
}

export type TrustDecision = 'always' | 'never' | 'ask';
