// Reads and changes pi's credentials, and explains pi's terms for them. Two files implement this interface, one for
// each way in which versions of pi keep credentials.
import type { ProviderState, Providers, SignInKind } from '../../../shared/setup.ts';
import type { Interaction } from './interaction.ts';

export interface Credentials {
  list: () => Promise<Providers>;
  signIn: (provider: string, kind: SignInKind, interaction: Interaction) => Promise<void>;
  signOut: (provider: string) => Promise<void>;
}

/** Explains `source` in pi's status to the user. */
export const SOURCES: Readonly<Record<string, string>> = {
  stored: 'auth.json',
  runtime: 'the option --api-key',
  fallback: 'models.json',
  models_json_key: 'models.json',
  models_json_command: 'a command in models.json',
};

export function stateOf(source: string | undefined, stored: SignInKind | undefined): ProviderState {
  if (source === 'stored') return stored === 'oauth' ? 'signed_in' : 'key_stored';
  return source === 'environment' ? 'environment' : 'configured';
}
