// The panel's extension inside the extra pi that sets things up. It signs in, and lists providers, models and
// resources, with pi's own code. It runs in no conversation, and the panel never loads it into an agent.
import type { ExtensionAPI, ExtensionCommandContext } from '@earendil-works/pi-coding-agent';
import { errorText } from '../../../shared/error-text.ts';
import { SETUP_CHANNEL, type SetupRequest, type SetupReport } from '../../../shared/setup-protocol.ts';
import type { Changelog } from '../../../shared/setup.ts';
import type { Credentials } from './credentials.ts';
import { diagnose } from './diagnose.ts';
import { Interaction } from './interaction.ts';
import { listModelsOf } from './listed-models.ts';
import { listModels, type Registry } from './models.ts';
import { decideTrust, listResources } from './resources.ts';
import { readChangelog } from './changelog.ts';
import { piPackage, readSchema } from './schemas.ts';
import { oldCredentials, type OldRegistry } from './old-credentials.ts';
import { runtimeCredentials, type Runtime } from './runtime-credentials.ts';

type Send = (report: SetupReport) => void;

export default function setup(pi: ExtensionAPI): void {
  const signIns = new Map<string, Interaction>();

  pi.on('session_start', (_event, ctx) => senderFor(ctx)({ type: 'loaded' }));

  pi.registerCommand(SETUP_CHANNEL, {
    description: 'Used by the panel to set pi up',
    handler: async (args, ctx) => {
      const { n, ...request } = JSON.parse(args) as { n: string } & SetupRequest;
      const send = senderFor(ctx);
      try {
        send({ type: 'answer', n, data: await answer(request, ctx, { n, send }) });
      } catch (error) {
        send({ type: 'answer', n, error: errorText(error) });
      }
    },
  });

  async function answer(
    request: SetupRequest,
    ctx: ExtensionCommandContext,
    { n, send }: { n: string; send: Send },
  ): Promise<unknown> {
    const { cwd, modelRegistry } = ctx;
    const credentials = credentialsIn(modelRegistry);
    switch (request.ask) {
      case 'providers':
        return credentials.list();
      case 'sign_in': {
        const interaction = new Interaction(n, send);
        signIns.set(n, interaction);
        try {
          await credentials.signIn(request.provider, request.kind, interaction);
        } finally {
          signIns.delete(n);
        }
        return null;
      }
      case 'enter':
        signIns.get(request.of)?.enter(request.prompt, request.value);
        return null;
      case 'cancel':
        signIns.get(request.of)?.cancel();
        return null;
      case 'sign_out':
        await credentials.signOut(request.provider);
        return null;
      case 'models':
        return listModels(modelRegistry);
      case 'list_models':
        return listModelsOf(request);
      case 'schema':
        return readSchema(request.file, process.argv[1] ?? '');
      case 'changelog':
        return changelogOf(request, ctx);
      case 'resources':
        return listResources(cwd, isTrusted(ctx));
      case 'trust':
        await decideTrust(cwd, request.decision);
        return null;
      case 'diagnose':
        return diagnose(request.url);
    }
  }
}

/** Only of packages in pi's settings, and of pi itself. */
async function changelogOf(
  { source, scope, since }: Extract<SetupRequest, { ask: 'changelog' }>,
  ctx: ExtensionCommandContext,
): Promise<Changelog | null> {
  if (source === undefined) {
    const pi = await piPackage(process.argv[1] ?? '');
    return pi && readChangelog(pi.folder, since);
  }
  const { packages } = await listResources(ctx.cwd, isTrusted(ctx));
  const folder = packages.find((one) => one.source === source && one.scope === scope)?.path;
  return folder ? readChangelog(folder, since) : null;
}

/** Whether the project is trusted. Undefined before pi 0.79, which loads the resources of every project. */
function isTrusted(ctx: Partial<Pick<ExtensionCommandContext, 'isProjectTrusted'>>): boolean | undefined {
  return ctx.isProjectTrusted?.();
}

function senderFor({ ui }: Pick<ExtensionCommandContext, 'ui'>): Send {
  return (report) => ui.setStatus(SETUP_CHANNEL, JSON.stringify(report));
}

/**
 * Returns pi's credentials, which are behind the registry that pi gives to every extension, with the providers of other
 * extensions.
 */
function credentialsIn(registry: unknown): Credentials {
  const { runtime } = registry as { runtime?: Runtime };
  return runtime
    ? runtimeCredentials(runtime, registry as Registry)
    : oldCredentials(registry as OldRegistry);
}
