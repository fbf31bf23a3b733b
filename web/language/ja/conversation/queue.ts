// Messages that wait.
import type { queue as texts } from '../../zh/conversation/queue.ts';

export const queue: Record<keyof typeof texts, string> = {
  'after the compaction': '圧縮の後',
  'The message was delivered before you saved it. Your edited text is here.':
    '保存する前にメッセージが届けられました。編集したテキストはここにあります。',
  'Move to composer': '入力欄に移す',
  Returned: '差し戻し',
  'not delivered': '未配信',
  'not delivered, from “{session}”': '未配信（「{session}」から）',
  'not delivered, from another session': '未配信（別のセッションから）',
  'Send now': '今すぐ送信',
  'Edit queue': 'キューを編集',
  'Message text': 'メッセージのテキスト',
  'An extension queued it, and pi would return it without its images.':
    '拡張機能がキューに追加したメッセージです。pi が差し戻すと画像が失われます。',
  'It is being sent.': '送信中です。',
  "{pi} can't return queued messages: that takes {needed} or newer.":
    '{pi} はキューのメッセージを差し戻せません。{needed} 以降が必要です。',
  'not accepted': '受け付けられていません',
  'with the next message': '次のメッセージと一緒に',
  'from an extension': '拡張機能から',
  'until you send it': '送信するまで待機',
  'held by the panel': 'パネルが保持',
  'cannot be changed': '変更できません',
  'Change “{text}”': '「{text}」を変更',
  'Earlier##in the queue': '前へ',
  'Later##in the queue': '後へ',
  'Change to {lane}': '{lane}に変更',
  'Edit text': 'テキストを編集',
  "{command} is an extension command: it runs immediately and can't wait. Send it from the composer.":
    '{command} は拡張機能のコマンドです。すぐに実行されるため待機できません。入力欄から送信してください。',
  'The message was already delivered, unchanged.': 'メッセージは変更されないまま届けられました。',
  'Not sent: connect a model first.': '送信していません: 先にモデルを接続してください。',
  'Not sent: pi has no key for {provider}.': '送信していません: pi に {provider} のキーがありません。',
  'Your message is still here.': 'メッセージはここに残っています。',
  'Set up a provider': 'プロバイダーを設定',
  'An extension added text below your draft.': '拡張機能が下書きの下にテキストを追加しました。',
};
