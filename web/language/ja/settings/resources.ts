// Packages, extensions, skills and prompts.
import type { resources as texts } from '../../zh/settings/resources.ts';

export const resources: Record<keyof typeof texts, string> = {
  'Not installed': '未インストール',
  'Update {name}': '{name} を更新',
  'Contains {resources}': '{resources}を含む',
  '{count} extensions': '{count} 個の拡張機能',
  '{count} skills': '{count} 個のスキル',
  '{count} prompts': '{count} 個のプロンプト',
  '{count} themes': '{count} 個のテーマ',
  '{count} off': '{count} 個オフ',
  'Packages add extensions, skills, prompts and themes. Extensions run with all your permissions, so install only what you trust.':
    'パッケージは拡張機能、スキル、プロンプト、テーマを追加します。拡張機能はユーザーのすべての権限で実行されるため、信頼できるものだけをインストールしてください。',
  'Install a package': 'パッケージをインストール',
  Package: 'パッケージ',
  'npm:@scope/name, git:github.com/user/repo, or a folder':
    'npm:@scope/name、git:github.com/user/repo、またはフォルダー',
  Install: 'インストール',
  'Trust for this command': 'このコマンドに限り信頼',
  "This project isn't trusted. To install a package for it, pi has to read the project’s own settings, which can name programs to run.":
    'このプロジェクトは信頼されていません。パッケージをインストールするには、pi がプロジェクト独自の設定を読み取る必要があります。設定には実行するプログラムが指定されている場合があります。',
  "This project isn't trusted. To remove a package for it, pi has to read the project’s own settings, which can name programs to run.":
    'このプロジェクトは信頼されていません。パッケージを削除するには、pi がプロジェクト独自の設定を読み取る必要があります。設定には実行するプログラムが指定されている場合があります。',
  'Trust for this command and install': '今回のみ信頼してインストール',
  'Trust for this command and remove': '今回のみ信頼して削除',
  "{path} is broken, so the packages that it names aren't listed.":
    '{path} が壊れているため、そこに書かれたパッケージは一覧にありません。',
  'No packages yet. {site} lists many.': 'パッケージはまだありません。{site} に多数掲載されています。',
  'Update all': 'すべて更新',
  'Open {name}': '{name} を開く',
  'Instructions for every agent': 'すべてのエージェントへの指示',
  'Replaces pi’s system prompt': 'pi のシステムプロンプトを置き換えます',
  'Added to the system prompt': 'システムプロンプトに追加されます',
  'Only pi’s built-in prompt, because neither this project nor your home folder has an AGENTS.md.':
    'pi の組み込みプロンプトのみです。このプロジェクトにもホームフォルダーにも AGENTS.md がありません。',
  'Add to the system prompt': 'システムプロンプトに追加',
  '{file} for this project': 'このプロジェクトの {file}',
  '{file} for all projects': '全プロジェクトの {file}',
  'lowercase-letters-and-hyphens': '小文字とハイフン',
  Description: '説明',
  'When to use it': '使用する場面',
  Create: '作成',
  'Not used, because another one with the same name takes precedence.':
    '同名の別のものが優先されるため、使用されません。',
  'The instructions that the model gets in addition to the conversation. Earlier ones take precedence.':
    '会話のほかにモデルに渡される指示です。上にあるものが優先されます。',
  'Back to the list': '一覧に戻る',
  'Search skills and prompts': 'スキルとプロンプトを検索',
  'New skill': '新しいスキル',
  'No skills yet.': 'スキルはまだありません。',
  'Prompt templates': 'プロンプトテンプレート',
  'New prompt template': '新しいプロンプトテンプレート',
  'No prompt templates yet.': 'プロンプトテンプレートはまだありません。',
  'No extensions.': '拡張機能はありません。',
  'Themes of the TUI': 'TUI のテーマ',
  'No themes.': 'テーマはありません。',
  'Part of pi': 'pi に付属',
  '{where} · from {package}': '{where} · {package} から',
  'It belongs to {package}, whose next update would overwrite your changes.':
    '{package} に属しているため、次の更新で変更が上書きされます。',
  'In this project:': 'このプロジェクトでは：',
  'as in all projects': 'すべてのプロジェクトと同じ',
};
