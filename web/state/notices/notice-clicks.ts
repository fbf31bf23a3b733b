// Clicks on notifications, which the service worker passes on to an open page.
import { asObject, isText } from '../../lib/storage/persisted.ts';

/**
 * Calls `show` when the user has clicked a notification and this page should show its agent. Returns the unsubscriber.
 */
export function onNoticeClick(show: (target: { agent: string; session: string | null }) => void): () => void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const onMessage = ({ data }: MessageEvent<unknown>): void => {
    const { agent, session } = asObject(asObject(data).show);
    if (isText(agent)) show({ agent, session: isText(session) ? session : null });
  };
  container?.addEventListener('message', onMessage);
  return () => container?.removeEventListener('message', onMessage);
}
