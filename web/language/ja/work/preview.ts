// The preview of files and apps.
import type { preview as texts } from '../../zh/work/preview.ts';

export const preview: Record<keyof typeof texts, string> = {
  'Close the preview': 'プレビューを閉じる',
  'localhost:5173, or an HTML file': 'localhost:5173、または HTML ファイル',
  'Only files of the workspace and apps on this machine can be shown: docs/index.html or localhost:5173.':
    '表示できるのは、ワークスペースのファイルとこのマシンのアプリだけです（docs/index.html や localhost:5173 など）。',
  'At this address of the panel, a preview has no storage and no cookies, and addresses that begin with / lead nowhere.':
    'パネルのこのアドレスでは、プレビューはストレージと Cookie を使えず、/ で始まるアドレスは開けません。',
  'The preview was stopped, because it sent too many messages to this page.':
    'このページへのメッセージが多すぎたため、プレビューを停止しました。',
  'The preview was stopped, because it kept taking the keyboard.':
    'キーボードを奪い続けたため、プレビューを停止しました。',
  'Start it again': 'もう一度開始',
  'Network on': 'ネットワークオン',
  'Network off': 'ネットワークオフ',
  'Allow network': 'ネットワークを許可',
  'The file can then load from other servers, and send there what it reads in this workspace.':
    '許可すると、このファイルは他のサーバーから読み込み、このワークスペースで読んだ内容をそこへ送れます。',
  Size: 'サイズ',
  'All the room': '全体',
  Tablet: 'タブレット',
  Phone: 'スマートフォン',
  Console: 'コンソール',
  'no errors': 'エラーなし',
  '{count} errors': 'エラー {count} 件',
  '{count} warnings': '警告 {count} 件',
  'Show messages': 'メッセージを表示',
  'Messages of the console': 'コンソールのメッセージ',
  'No errors and no warnings.': 'エラーも警告もありません。',
  'Console of {name}': '{name} のコンソール',
  'browser, localhost, web page, HTML, dev server': 'ブラウザー, ウェブページ, 開発サーバー',
  'Show port {port} here': 'ポート {port} をここに表示',
  'Pick an element': '要素を選ぶ',
  'Let pi look at this preview': 'このプレビューを pi に見せる',
  'Open outside': '外部で開く',
  'Apps with a port:': 'ポートのあるアプリ：',
  'Type the address of an app on this machine, or open an HTML file in the editor and choose “Open preview”.':
    'このマシンのアプリのアドレスを入力するか、エディターで HTML ファイルを開いて「プレビューを開く」を選びます。',
};
