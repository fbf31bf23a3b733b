// The text of a notification. The worker does not have the page's language setting or its dictionaries, so the text is
// in the browser's language.
import type { PushMessage } from '../../shared/push.ts';

type Words = Record<PushMessage['kind'], string>;

const WORDS: Record<'en' | 'zh' | 'ja', Words> = {
  en: {
    waiting: 'Waiting for you',
    failed: 'Failed',
    finished: 'Finished',
    test: 'Notifications from pi-panel arrive',
  },
  zh: { waiting: '等待你处理', failed: '失败', finished: '已完成', test: 'pi-panel 的通知已送达' },
  ja: {
    waiting: '対応を待っています',
    failed: '失敗しました',
    finished: '完了しました',
    test: 'pi-panel の通知が届きました',
  },
};

export interface NoticeTarget {
  agent: string;
  session: string | null;
}

export interface Notice {
  title: string;
  body: string;
  /** Notifications about the same agent have the same tag, so that a newer one replaces the older one. */
  tag: string;
  target: NoticeTarget | null;
}

export function noticeOf({ kind, agent, session, name, line }: PushMessage, language: string): Notice {
  const [first = ''] = language.split('-');
  const words = first === 'zh' || first === 'ja' ? WORDS[first] : WORDS.en;
  return {
    title: name ? `${words[kind]} · ${name}` : words[kind],
    body: line ?? '',
    tag: agent ?? 'test',
    target: agent === undefined ? null : { agent, session: session ?? null },
  };
}

/** Returns the address that shows this agent, or after a restart of the panel, the agent that has its session. */
export function addressOf({ agent, session }: NoticeTarget, scope: string): string {
  const url = new URL(scope);
  url.searchParams.set('show', agent);
  if (session !== null) url.searchParams.set('session', session);
  return url.href;
}
