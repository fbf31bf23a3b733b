// Words that several rooms use. The terms of every text, English · Chinese · Japanese:
//   agent 智能体 エージェント · session 会话 セッション · conversation 对话 会話 · message 消息 メッセージ · entry 条目 項目
//   turn 轮次 ターン · run 运行 実行 · tool run 工具运行 ツール実行 · command 命令 コマンド · output 输出 出力
//   queue 队列 キュー · steer 引导 ステアリング · follow up 后续消息 フォローアップ · composer 输入框 入力欄 · draft 草稿 下書き
//   workspace 工作区 ワークスペース · worktree 工作树 ワークツリー · changes 更改 変更 · review 审阅 レビュー · undo 撤销 元に戻す
//   dialog 对话框 ダイアログ · notice 通知 通知 · settings 设置 設定 · terminal 终端 ターミナル · extension 扩展 拡張機能
//   model 模型 モデル · provider 提供商 プロバイダー · thinking 思考 思考 · context 上下文 コンテキスト · compact 压缩 圧縮
//   tokens token トークン · credentials 凭据 資格情報 · key (of a provider) 密钥 キー · trust 信任 信頼 · skill 技能 スキル
//   package 软件包 パッケージ · branch 分支 ブランチ · commit 提交 コミット · stage 暂存 ステージ · push 推送 プッシュ
//   side bar 侧边栏 サイドバー · tab 标签页 タブ · folder 文件夹 フォルダー · the panel 面板 パネル · notification 通知 通知
// Written as in VS Code: a space between Latin letters or digits and Han or kana, no 您 and no です/ます in labels, but
// です/ます in sentences; quotation marks “ ” and 「 」; colons ： and ": "; an ellipsis without a space before it.
export const words = {
  Cancel: '取消',
  Close: '关闭',
  Open: '打开',
  Save: '保存',
  Remove: '移除',
  'Try again': '重试',
  Retry: '重试',
  Undo: '撤销',
  Review: '审阅',
  Stop: '停止',
  Dismiss: '忽略',
  Filter: '筛选',
  Settings: '设置',
  Terminal: '终端',
  Conversation: '对话',
  Changes: '更改',
  Files: '文件',
  Chat: '聊天',
  Editor: '编辑器',
  Context: '上下文',
  Queue: '队列',
  'Event log': '事件日志',
  'Command palette': '命令面板',
  Search: '搜索',
  Find: '查找',
  Show: '显示',
  Copy: '复制',
  Copied: '已复制',
  'Previous match': '上一个匹配项',
  'Next match': '下一个匹配项',
  'Match case': '区分大小写',
  'Regular expression': '正则表达式',
  Sessions: '会话',
  Agents: '智能体',
  Model: '模型',
  Models: '模型',
  Thinking: '思考',
  Edit: '编辑',
  Download: '下载',
  Export: '导出',
  Name: '名称',
  Folder: '文件夹',
  Delete: '删除',
  Add: '添加',
  'Loading …': '正在加载…',
  'New session': '新建会话',
  Commands: '命令',
  Preview: '预览',
  Notifications: '通知',
  'Edit and resend': '编辑并重新发送',
  working: '正在工作',
  You: '你',
  'Open {path}': '打开 {path}',
  'Nothing matches.': '没有匹配项。',
};
