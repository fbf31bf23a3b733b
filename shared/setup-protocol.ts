// The protocol between the panel and its extension inside the pi that sets things up. Requests are an extension
// command, and the extension replies by setting a status. Types and one name only, because both processes load this
// file.
import type {
  ChangelogRequest,
  ListedApi,
  SchemaName,
  SignInKind,
  SignInNote,
  SignInPrompt,
} from './setup.ts';

/** The name of the command and of the status key. */
export const SETUP_CHANNEL = 'pi-panel-setup';

/** Asks a server for its models. */
export interface ListRequest {
  baseUrl: string;
  api: ListedApi;
  key?: string | undefined;
  /** The name of the variable with the key, in pi's environment. */
  variable?: string | undefined;
}

/** The ids, in the order of the server; or why there are none, with the HTTP status first if there was an answer. */
export type ListAnswer = { models: string[] } | { error: string };

export type SetupRequest =
  | { ask: 'providers' }
  | { ask: 'sign_in'; provider: string; kind: SignInKind }
  /** Answers prompt `prompt` of the sign-in whose request has the number `of`. Null if the user cancelled. */
  | { ask: 'enter'; of: string; prompt: number; value: string | null }
  | { ask: 'cancel'; of: string }
  | { ask: 'sign_out'; provider: string }
  | { ask: 'models' }
  | ({ ask: 'list_models' } & ListRequest)
  /** The schema of one of pi's files, from pi's own package. */
  | { ask: 'schema'; file: SchemaName }
  /** Of pi itself if there is no `source`. */
  | ({ ask: 'changelog' } & ChangelogRequest)
  | { ask: 'resources' }
  /** Decides for good whether pi loads this project's resources; null removes the decision. */
  | { ask: 'trust'; decision: boolean | null }
  /** Finds out why a server cannot be reached. */
  | { ask: 'diagnose'; url: string };

/** `n` is the number of the request. */
export type SetupReport =
  | { type: 'loaded' }
  | { type: 'answer'; n: string; data: unknown }
  | { type: 'answer'; n: string; error: string }
  | { type: 'prompt'; n: string; id: number; prompt: SignInPrompt }
  /** Prompt `id` was answered elsewhere, for example in the browser. */
  | { type: 'withdrawn'; n: string; id: number }
  | { type: 'note'; n: string; note: SignInNote };
