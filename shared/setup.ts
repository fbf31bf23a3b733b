// The HTTP API's types for setting pi up: providers, signing in, models.

export type SignInKind = 'api_key' | 'oauth';

/** `signed_in`: by OAuth. `key_stored`: in auth.json. `configured`: by models.json, an option, or an extension. */
export type ProviderState = 'signed_in' | 'key_stored' | 'environment' | 'configured' | 'none';

export interface Provider {
  id: string;
  name: string;
  state: ProviderState;
  /** Where pi found the credentials, such as the name of a variable; null if pi does not say. */
  source: string | null;
  /** The ways to sign in that this pi offers. */
  kinds: SignInKind[];
  /** pi's name for the OAuth sign-in, such as `Anthropic (Claude Pro/Max)`. */
  oauthName: string | null;
  /** The number of its models. */
  models: number;
}

/** GET /api/agents/:agent/setup/providers */
export interface Providers {
  providers: Provider[];
  /** pi's error about a models.json or another file that it could not use. */
  error: string | null;
}

export type SignInPrompt =
  | { type: 'text' | 'secret' | 'manual_code'; message: string; placeholder?: string }
  | { type: 'select'; message: string; options: { id: string; label: string; description?: string }[] };

export type SignInNote =
  | { type: 'info'; message: string; links?: { url: string; label?: string }[] }
  | { type: 'auth_url'; url: string; instructions?: string }
  | { type: 'device_code'; userCode: string; verificationUri: string; expiresInSeconds?: number }
  | { type: 'progress'; message: string };

/** How a running agent picked up changed credentials. */
export type AgentNotice = 'refreshed' | 'restarted' | 'needs_restart';

/** GET /api/setup/sign-ins/:id */
export interface SignIn {
  id: string;
  provider: string;
  kind: SignInKind;
  state: 'running' | 'done' | 'failed' | 'cancelled';
  /** Rises with each change; `?after=VERSION` waits for the next one. */
  version: number;
  notes: SignInNote[];
  /** pi's current question; the answer repeats its `id`. */
  prompt: (SignInPrompt & { id: number }) | null;
  /** Why it failed. */
  error: string | null;
}

/** One of the models that pi knows, with or without credentials. */
export interface SetupModel {
  provider: string;
  id: string;
  name: string;
  contextWindow: number;
  maxTokens: number;
  /** Dollars for a million tokens. */
  cost: { input: number; output: number; cacheRead: number; cacheWrite: number };
  hasImages: boolean;
  hasThinking: boolean;
  /** Whether pi has credentials for its provider. */
  isAvailable: boolean;
  /** The address of the provider without login data; empty for a virtual model. */
  baseUrl: string;
  /** pi's name for the protocol, such as `openai-completions`. */
  api: string;
  /** Set for one that cannot answer messages: scripts of codemode draw pictures or classify with it (pi >= 1.0). */
  use?: 'image' | 'classifier';
}

/** GET /api/agents/:agent/setup/models */
export interface SetupModels {
  models: SetupModel[];
  error: string | null;
}

/** POST /api/agents/:agent/setup/models/test */
export interface ModelTest {
  isOk: boolean;
  /** The result, as a sentence. */
  title: string;
  /** The model's answer, or the provider's own words. */
  details: string;
}

/** POST /api/agents/:agent/setup/providers/:provider/test: the test of one of its models. */
export interface ProviderTest extends ModelTest {
  /** The id of the model; null if pi has none of this provider. */
  model: string | null;
}

/** The APIs of the form for a custom provider, which define how a server lists its models. */
export const LISTED_APIS = [
  'openai-completions',
  'openai-responses',
  'anthropic-messages',
  'google-generative-ai',
] as const;
export type ListedApi = (typeof LISTED_APIS)[number];

/** POST /api/agents/:agent/setup/models/list: the ids of the models that a server lists, or why it lists none. */
export type ListedModels = { models: string[] } | { title: string; details: string };

/** The files that GET and PUT /api/agents/:agent/setup/files/:file accept. */
export const CONFIG_FILES = ['settings', 'project-settings', 'models', 'mcp', 'project-mcp'] as const;
export type ConfigName = (typeof CONFIG_FILES)[number];

export interface ConfigProblem {
  /** The line, from 1. */
  line: number;
  column: number;
  message: string;
}

export interface ConfigFile {
  /** Absolute. */
  path: string;
  /** Null if the file does not exist yet. */
  text: string | null;
  etag: string | null;
  problem: ConfigProblem | null;
  /** Describes how pi behaves while the file is broken. */
  reaction: string;
}

/** pi's files that are not shown, as they hold secrets or decisions. If one is broken, it can be set aside. */
export const SET_ASIDE_FILES = ['auth', 'trust'] as const;
export type SetAsideFile = (typeof SET_ASIDE_FILES)[number];

export interface BrokenFile extends ConfigProblem {
  file: ConfigName | SetAsideFile;
  /** Absolute. */
  path: string;
  /** Describes how pi behaves while the file is broken. */
  reaction: string;
}

/** GET /api/agents/:agent/setup/problems */
export interface ConfigProblems {
  problems: BrokenFile[];
}

/** The files for which pi has a schema. */
export const SCHEMA_NAMES = ['models', 'settings'] as const;
export type SchemaName = (typeof SCHEMA_NAMES)[number];

export interface FileSchema {
  schema: object;
  /** The version of pi that the schema belongs to. */
  version: string;
}

/** GET /api/agents/:agent/setup/schemas/:file. Null if this pi comes without schemas. */
export interface PiSchema {
  found: FileSchema | null;
}

/** GET /api/agents/:agent/setup/changelog. Without `source`, that of pi itself. `since`: only newer versions. */
export interface ChangelogRequest {
  source?: string | undefined;
  scope?: string | undefined;
  since?: string | undefined;
}

export interface Changelog {
  name: string;
  /** Of the installed package. */
  version: string;
  /** Markdown. */
  text: string;
}
