// Shares the session as pi's TUI does for `/share`. Nothing is sent before the user has seen what it is.
import { t } from '../../language/text.ts';
import { findSecrets, maskSecret, readableExport } from '../../../shared/exported-secrets.ts';
import type { Shared, ShareOffer } from '../../../shared/sharing.ts';
import { BASE64 } from '../../lib/browser/base64.ts';
import { copyText } from '../../lib/browser/clipboard.ts';
import { bytes } from '../../lib/format/amounts.ts';
import { ask, Refused, type ActionContext } from '../action.ts';
import type { Item, PickStep } from './step.ts';

export async function share(context: ActionContext): Promise<PickStep> {
  const { agent, view } = context;
  if (view.entries.length === 0) throw new Refused(t('This session has no messages yet.'));
  const offer = await ask<ShareOffer>(context, { type: 'panel_share' });
  const response = await agent.api.fetch(`${agent.path}/exports/${encodeURIComponent(offer.download)}`);
  const text = await response.text();
  const secrets = findSecrets(text, BASE64);
  const send = (isCleaned: boolean) => (): Promise<PickStep> => sendTo(context, offer, isCleaned);
  const clean: Item = { id: 'clean', label: t('Share it without the secrets'), act: send(true) };
  return {
    kind: 'pick',
    title: offer.place === 'gist' ? t('Share this session as a gist?') : t('Share this session at Radius?'),
    note: [describe(offer), ...(secrets.length > 0 ? [warn(secrets)] : [])].join(' '),
    start: 'look',
    items: [
      {
        id: 'look',
        label: t('See what is sent'),
        detail: `${offer.name}, ${bytes(offer.bytes)}`,
        act: () => ({
          kind: 'show',
          title: t('What is sent'),
          text: readableExport(text, BASE64),
          file: offer.place === 'gist' ? 'session.json' : offer.name,
        }),
      },
      ...(secrets.length > 0 ? [clean] : []),
      { id: 'share', label: secrets.length > 0 ? t('Share it as it is') : t('Share it'), act: send(false) },
      { id: 'no', label: t('Cancel'), act: () => null },
    ],
  };
}

function describe({ place, account }: ShareOffer): string {
  const what = t(
    'The whole conversation is sent, with what tools returned, the contents of files that were read, and pictures.',
  );
  if (place === 'radius') return `${what} ${t('The members of your Radius organization can read it.')}`;
  const who = account ? t('It is sent as {account}.', { account }) : '';
  return `${what} ${t('Anyone who has the address of the gist can read it.')} ${who}`.trim();
}

const warn = (secrets: readonly string[]): string =>
  t('It seems to contain secrets: {secrets}.', { secrets: secrets.map(maskSecret).join(', ') });

async function sendTo(context: ActionContext, offer: ShareOffer, isCleaned: boolean): Promise<PickStep> {
  const { download } = offer;
  const { url, gist } = await ask<Shared>(context, { type: 'panel_share_send', download, isCleaned });
  // Said here too, because the palette may have been closed in the meantime.
  context.notify('info', t('Shared: {url}', { url }));
  const go = (address: string) => () => {
    window.open(address, '_blank', 'noopener');
    return null;
  };
  return {
    kind: 'pick',
    title: t('The session is shared'),
    note: url,
    replaces: true,
    items: [
      {
        id: 'copy',
        label: t('Copy the address'),
        async act() {
          if (!(await copyText(url))) throw new Refused(t("The browser didn't allow copying."));
          context.notify('info', t('The address was copied.'));
          return null;
        },
      },
      { id: 'open', label: t('Open the shared session'), detail: url, act: go(url) },
      ...(gist === undefined
        ? []
        : [{ id: 'gist', label: t('Open the gist, to change or delete it'), detail: gist, act: go(gist) }]),
    ],
  };
}
