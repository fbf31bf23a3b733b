// The credentials of a pi without ModelRuntime (seen: 0.73.1, 0.79.9), through its AuthStorage.
import type { Provider, SignInKind, SignInNote } from '../../../shared/setup.ts';
import { SOURCES, stateOf, type Credentials } from './credentials.ts';
import type { Interaction } from './interaction.ts';
import { modelCounts, type Registry } from './models.ts';

export interface OldRegistry extends Registry {
  refresh: () => void;
  getProviderDisplayName?: (provider: string) => string;
  getProviderAuthStatus?: (provider: string) => { configured: boolean; source?: string; label?: string };
  authStorage: {
    reload: () => void;
    list: () => string[];
    get: (provider: string) => { type: SignInKind } | undefined;
    set: (provider: string, credential: { type: 'api_key'; key: string }) => void;
    hasAuth: (provider: string) => boolean;
    logout: (provider: string) => void;
    getOAuthProviders: () => { id: string; name: string }[];
    login: (provider: string, callbacks: object) => Promise<void>;
    drainErrors: () => Error[];
  };
}

/** These providers do not take a key. pi has its own list of them (in pi 0.79.9), but does not export it. */
const WITHOUT_KEY = new Set(['github-copilot', 'openai-codex']);

export function oldCredentials(registry: OldRegistry): Credentials {
  const { authStorage } = registry;

  const statusOf = (id: string): { configured: boolean; source?: string; label?: string } => {
    const status = registry.getProviderAuthStatus?.(id);
    // pi 0.79.9 reports the name of a variable without `configured`.
    if (status) return { ...status, configured: status.configured || status.source !== undefined };
    if (authStorage.get(id)) return { configured: true, source: 'stored' };
    return { configured: authStorage.hasAuth(id), source: 'environment' };
  };

  const failOnErrors = (): void => {
    const [error] = authStorage.drainErrors();
    if (error) throw error;
  };

  return {
    list() {
      authStorage.reload();
      registry.refresh();
      const oauth = new Map(authStorage.getOAuthProviders().map(({ id, name }) => [id, name]));
      const counts = modelCounts(registry);
      const ids = new Set([...counts.keys(), ...oauth.keys(), ...authStorage.list()]);
      const providers = [...ids].map((id): Provider => {
        const { configured, label, source } = statusOf(id);
        const takesKey = !WITHOUT_KEY.has(id);
        return {
          id,
          name: registry.getProviderDisplayName?.(id) ?? id,
          state: configured ? stateOf(source, authStorage.get(id)?.type) : 'none',
          source: (configured && (label ?? SOURCES[source ?? ''])) || null,
          kinds: [...(oauth.has(id) ? ['oauth' as const] : []), ...(takesKey ? ['api_key' as const] : [])],
          oauthName: oauth.get(id) ?? null,
          models: counts.get(id) ?? 0,
        };
      });
      return Promise.resolve({ providers, error: registry.getError() ?? null });
    },
    async signIn(provider, kind, interaction) {
      if (kind === 'oauth') await authStorage.login(provider, callbacksOf(interaction));
      else {
        const key = (await interaction.prompt({ type: 'secret', message: 'API key' })).trim();
        if (!key) throw new Error('The key is empty.');
        authStorage.set(provider, { type: 'api_key', key });
      }
      failOnErrors();
      registry.refresh();
    },
    signOut(provider) {
      authStorage.logout(provider);
      failOnErrors();
      registry.refresh();
      return Promise.resolve();
    },
  };
}

interface Text {
  message: string;
  placeholder?: string;
}

type Note<T extends SignInNote['type']> = Omit<Extract<SignInNote, { type: T }>, 'type'>;

/** Returns the same values that the TUI of pi 0.79.9 fills in. */
function callbacksOf(interaction: Interaction): object {
  return {
    signal: interaction.signal,
    onAuth: (info: Note<'auth_url'>) => interaction.note({ type: 'auth_url', ...info }),
    onDeviceCode: (info: Note<'device_code'>) => interaction.note({ type: 'device_code', ...info }),
    onProgress: (message: string) => interaction.note({ type: 'progress', message }),
    onPrompt: ({ message, placeholder }: Text) =>
      interaction.prompt({ type: 'text', message, ...(placeholder && { placeholder }) }),
    onManualCodeInput: () =>
      interaction.prompt({
        type: 'manual_code',
        message: 'Paste the address that the browser was sent to, or the code',
      }),
    onSelect: ({ message, options }: { message: string; options: { id: string; label: string }[] }) =>
      interaction.prompt({ type: 'select', message, options }),
  };
}
