// Simplified Chinese. Fetched only by pages in this language, after their first paint. Its names are the list of all
// texts. Each file of zh/ becomes one of the build (vite.config.ts), with at most 15 kB gzipped: `refusals` has why the
// server refuses a request, and `sentences` what else it says, with holes. zh-first.json has what the first paint may show.
//
// The terms of every text, English · Chinese · Japanese:
//   agent 智能体 エージェント · session 会话 セッション · conversation 对话 会話 · message 消息 メッセージ · entry 条目 項目
//   turn 轮次（本轮、上一轮）ターン · run 运行 実行 · tool run 工具运行 ツール実行 · command 命令 コマンド · output 输出 出力
//   queue 队列 キュー · steer 引导 ステアリング · follow up 后续消息 フォローアップ · composer 输入框 入力欄 · draft 草稿 下書き
//   workspace 工作区 ワークスペース · worktree 工作树 ワークツリー · changes 更改 変更 · review 审阅 レビュー · undo 撤销 元に戻す
//   redo 重做 やり直す · keep 保留 残す · hunk 更改块 変更箇所 · fork 分叉 フォーク · restart 重启 再起動
//   dialog 对话框 ダイアログ · notice 通知 通知 · settings 设置 設定 · terminal 终端 ターミナル · extension 扩展 拡張機能
//   model 模型 モデル · provider 提供商 プロバイダー · thinking 思考 思考 · context 上下文 コンテキスト · compact 压缩 圧縮
//   tokens token トークン · credentials 凭据 認証情報 · key (of a provider) 密钥 キー · trust 信任 信頼 · skill 技能 スキル
//   package 软件包 パッケージ · branch 分支 ブランチ · commit 提交 コミット · stage 暂存 ステージ · push 推送 プッシュ
//   side bar 侧边栏 サイドバー · tab 标签页 タブ · folder 文件夹 フォルダー · the panel 面板 パネル · notification 通知 通知
// Written as in VS Code: a space between Latin letters or digits and Han or kana, no 你 and no です/ます in labels, but
// です/ます in sentences; quotation marks “ ” and 「 」; colons ： and ": "; an ellipsis without a space before it.
import { translateSentences } from './sentences.ts';
import conversation from './zh/conversation.json' with { type: 'json' };
import first from './zh-first.json' with { type: 'json' };
import git from './zh/git.json' with { type: 'json' };
import refusals from './zh/refusals.json' with { type: 'json' };
import sentences from './zh/sentences.json' with { type: 'json' };
import settings from './zh/settings.json' with { type: 'json' };
import work from './zh/work.json' with { type: 'json' };
import workspace from './zh/workspace.json' with { type: 'json' };

export const zh = { ...first, ...conversation, ...git, ...refusals, ...settings, ...work, ...workspace };

export const translateSentence = translateSentences(sentences);
