// The credentials of a pi with a ModelRuntime (seen: 0.84.4 to 1.5.2), by pi's own code.
import type { Provider, SignInKind } from '../../../shared/setup.ts';
import { SOURCES, stateOf, type Credentials } from './credentials.ts';
import type { Interaction } from './interaction.ts';
import { modelCounts, type Registry } from './models.ts';

type AuthPrompt = Parameters<Interaction['prompt']>[0] & { signal?: AbortSignal };

interface AuthInteraction {
  signal: AbortSignal;
  prompt: (prompt: AuthPrompt) => Promise<string>;
  notify: Interaction['note'];
}

/**
 * The part of pi's ModelRuntime that is used here (in pi 0.84.4 to 1.5.2). pi's package does not export how to get it
 * from the registry.
 */
export interface Runtime {
  getProviders: () => readonly {
    id: string;
    name: string;
    auth?: { apiKey?: { login?: unknown }; oauth?: { name: string; loginLabel?: string } };
  }[];
  getProviderAuthStatus: (provider: string) => { configured: boolean; source?: string; label?: string };
  isUsingOAuth: (provider: string) => boolean;
  listCredentials: () => Promise<readonly { providerId: string; type: SignInKind }[]>;
  getError: () => string | undefined;
  login: (provider: string, kind: SignInKind, interaction: AuthInteraction) => Promise<unknown>;
  logout: (provider: string) => Promise<void>;
  refresh: (options: { allowNetwork: boolean }) => Promise<unknown>;
}

export function runtimeCredentials(runtime: Runtime, registry: Registry): Credentials {
  return {
    async list() {
      await runtime.refresh({ allowNetwork: false });
      const stored = new Map(
        (await runtime.listCredentials()).map(({ providerId, type }) => [providerId, type]),
      );
      const counts = modelCounts(registry);
      const providers = runtime.getProviders().map(({ id, name, auth }): Provider => {
        const { source, label, configured } = runtime.getProviderAuthStatus(id);
        return {
          id,
          name,
          state: configured ? stateOf(source, stored.get(id)) : 'none',
          source: label ?? SOURCES[source ?? ''] ?? null,
          kinds: [
            ...(auth?.oauth ? ['oauth' as const] : []),
            ...(auth?.apiKey?.login ? ['api_key' as const] : []),
          ],
          oauthName: auth?.oauth ? (auth.oauth.loginLabel ?? auth.oauth.name) : null,
          models: counts.get(id) ?? 0,
        };
      });
      return { providers, error: runtime.getError() ?? null };
    },
    async signIn(provider, kind, interaction) {
      // The provider may have been written to models.json since pi read that file.
      await runtime.refresh({ allowNetwork: false });
      await runtime.login(provider, kind, {
        signal: interaction.signal,
        prompt: ({ signal, ...prompt }) => interaction.prompt(prompt, signal),
        notify: (event) => interaction.note(event),
      });
    },
    signOut: (provider) => runtime.logout(provider),
  };
}
