// Sentences of the server whose parts differ: why it refuses a request, and its notices. Those without parts are in
// refusals.ts.
export const sentences = {
  '{path} does not exist.': '{path} 不存在。',
  '{path} contains other files.': '{path} 包含其他文件。',
  '{path} has the same name on this disk.': '{path} 在此磁盘上是同一个名称。',
  'It is the same file as {path}.': '它与 {path} 是同一个文件。',
  'Its content is in {path}, because its own path is taken.': '它自己的路径已被占用，因此内容位于 {path}。',
  'paths: {path} cannot be undone alone. {why}': 'paths: {path} 不能单独撤销。{why}',
  'paths: {path} and {other} were moved together: name both or neither.':
    'paths: {path} 和 {other} 是一起移动的：请同时列出两者，或都不列出。',
  '{path} is not a folder.': '{path} 不是文件夹。',
  '{path} is a folder.': '{path} 是文件夹。',
  '{path} is not a regular file.': '{path} 不是普通文件。',
  '{path} is not accessible to the user who runs the panel.': '运行面板的用户无权访问 {path}。',
  '{path} is on a disk that is mounted read-only.': '{path} 所在的磁盘以只读方式挂载。',
  '{path} already exists; nothing was saved.': '{path} 已存在，未保存任何内容。',
  '{path} is in use by another program.': '{path} 正被其他程序使用。',
  '{path} already exists.': '{path} 已存在。',
  '{path} already exists. Choose another name.': '{path} 已存在。请使用其他名称。',
  '{path} could not be saved: the disk is full.': '无法保存 {path}：磁盘已满。',
  '{path} leads out of the workspace.': '{path} 指向工作区之外。',
  '{path} is a binary file and cannot be shown as text.': '{path} 是二进制文件，无法显示为文本。',
  '{path} was not deleted. {reason}: deleting it cannot be undone.':
    '未删除 {path}：{reason}，删除后无法恢复。',
  '{field}: there is no folder {folder}.': '{field}：没有文件夹 {folder}。',
  '{field}: {folder} cannot be opened ({code}).': '{field}：无法打开 {folder}（{code}）。',
  '{field}: must be an absolute path.': '{field}：必须是绝对路径。',
  'Files were changed since the plan was made. Review the plan again.':
    '计划制定之后文件有更改，请重新查看计划。',
  'A {what} is in progress in {folder}. Finish it first.': '{folder} 中的 {what} 尚未结束。请先完成。',
  '{folder} has repositories that this would replace: {files}. Move them out first.':
    '{folder} 中有会被替换的仓库：{files}。请先移走。',
  'The folder {folder} could not get another name: {reason}': '文件夹 {folder} 无法改名：{reason}',
  'The folder {folder} is gone, so pi cannot work in it. End the agent, or put the folder back.':
    '文件夹 {folder} 已不存在，pi 无法在其中工作。请结束智能体，或恢复该文件夹。',
  '{folder} was changed since you looked at it. Nothing was removed; look at it again.':
    '{folder} 在你查看之后有更改。没有删除任何内容，请重新查看。',
  '{folder} is still being prepared. Stop its set-up, or wait until its agent has started.':
    '{folder} 仍在准备中。请停止准备，或等待其智能体启动。',
  '{count} agents are running: end one first.': '已有 {count} 个智能体在运行，请先结束一个。',
  '{count} pages follow this agent: close some.': '已有 {count} 个页面打开了此智能体，请关闭一些。',
  '“{title}” is still running. Wait for it, or stop it.': '“{title}”仍在运行。请等待，或停止它。',
  'Nothing was saved, because the file is broken. {where}': '文件已损坏，因此没有保存。{where}',
  '{path} was changed in the meantime. Compare both versions, then save again.':
    '{path} 在此期间已更改。请比较两个版本，然后重新保存。',
  '{file} cannot be read: {reason}': '无法读取 {file}：{reason}',
  'This session cannot be shown, so nothing is sent to it: {reason}':
    '无法显示此会话，因此不会向其发送任何内容：{reason}',
  '{file} could not be saved: {reason}': '无法保存 {file}：{reason}',
  '{file} was not saved: {link} is a link that leads out of the project. Replace it with a file or folder of its own.':
    '未保存 {file}：{link} 是指向项目之外的链接。请将其替换为独立的文件或文件夹。',
  'Line {line}, column {column}: {fault}': '第 {line} 行，第 {column} 列：{fault}',
  'pi could not be asked: {reason}': '无法查询 pi：{reason}',
  'pi {version} does not give back queued messages: that takes pi {since} or newer.':
    'pi {version} 无法退回队列中的消息，需要 pi {since} 或更高版本。',
  'The agent did not answer {command}: {reason}': '智能体没有响应 {command}：{reason}',
  'The disk has not answered for {seconds} s: {what}': '磁盘已有 {seconds} 秒没有响应：{what}',
  'The session no longer has an entry {entry}. Reload the page.':
    '会话中已没有条目 {entry}。请重新加载页面。',
  'Not a pi session: {file} does not begin with a session header.':
    '不是 pi 会话：{file} 的开头不是会话标头。',
  '{count} devices get notifications. Remove one first.': '已有 {count} 个设备接收通知。请先移除一个。',
  'The push service did not accept it: {reason}.': '推送服务没有接受：{reason}。',
  'source, scope and since must be shorter than 1,000 characters.':
    'source、scope 和 since 必须少于 1,000 个字符。',
  '{what}: the agent is running. Stop it or wait.': '{what}：智能体正在运行。请停止它或等待。',
  '“{address}” is not an address: it has to begin with https:// or http://.':
    '“{address}”不是有效的地址：必须以 https:// 或 http:// 开头。',
  'DNS: there is no server with the name {host}. Check the address, or the network.':
    'DNS：找不到名为 {host} 的服务器。请检查地址或网络。',
  'Connection: nothing answers at {host}, port {port} ({reason}).':
    '连接：{host} 的端口 {port} 没有响应（{reason}）。',
  'TLS: the certificate of {host} is not accepted ({reason}).': 'TLS：无法接受 {host} 的证书（{reason}）。',

  // Outcomes of undos, and gaps in the recording.
  'Undone: line {from} of {path}.': '已撤销：{path} 第 {from} 行。',
  'Undone: lines {from}–{to} of {path}.': '已撤销：{path} 第 {from}–{to} 行。',
  'Redone: line {from} of {path}.': '已重做：{path} 第 {from} 行。',
  'Redone: lines {from}–{to} of {path}.': '已重做：{path} 第 {from}–{to} 行。',
  'Undone: {count} files.': '已撤销 {count} 个文件的更改。',
  'Redone: {count} files.': '已重做 {count} 个文件的更改。',
  'Undone only in part: {paths}.': '仅部分撤销：{paths}。',
  'Redone only in part: {paths}.': '仅部分重做：{paths}。',
  'Undone, except for {paths}.': '已撤销，但以下文件除外：{paths}。',
  'Redone, except for {paths}.': '已重做，但以下文件除外：{paths}。',
  'Nothing was undone. Left alone: {paths}.': '未撤销任何内容。保持原样：{paths}。',
  'Nothing was redone. Left alone: {paths}.': '未重做任何内容。保持原样：{paths}。',
  'The files were written, but this could not be recorded: {reason}':
    '文件已写入，但未能记录此次操作：{reason}',
  'The undo was not carried out: {reason}': '未执行撤销：{reason}',
  'The model was not informed of the undo: {reason}': '未能将撤销告知模型：{reason}',
  'The panel ended before it carried out an undo of {paths}. Nothing was undone; undo it again if you still want to.':
    '面板在撤销 {paths} 之前退出。未撤销任何内容。如仍需要，请重新撤销。',
  'The panel ended during an undo. Left alone: {paths}.': '面板在撤销过程中退出。保持原样：{paths}。',
  'The panel ended during a redo. Left alone: {paths}.': '面板在重做过程中退出。保持原样：{paths}。',
  '{path} has changed since the plan was made. Nothing was written; review the plan again.':
    '{path} 在计划制定之后有更改。没有写入任何内容，请重新查看计划。',
  'This conversation has no recorded change for the {what} {name}.':
    '此对话没有与 {what} {name} 相关的更改记录。',
  'A command changed {count} more files than are recorded.': '命令更改的文件中，有 {count} 个没有记录。',
  'Its content could not be stored ({code}).': '无法存储其内容（{code}）。',
  'It could not be read ({code}).': '无法读取（{code}）。',
  'The system allows no more file watches ({code}): some changes that commands make are not recorded.':
    '系统无法再监视更多文件（{code}），命令所做的部分更改不会记录。',
  'This workspace has more than {files} files or {folders} folders: changes that commands make to the others are not recorded.':
    '此工作区的文件超过 {files} 个或文件夹超过 {folders} 个，命令对其余部分所做的更改不会记录。',
  'A part of this workspace cannot be read ({code}): changes that commands make there are not recorded.':
    '此工作区有一部分无法读取（{code}），命令在其中所做的更改不会记录。',
  'Not recorded (names that are not UTF-8): {names}.': '未记录（名称不是 UTF-8）：{names}。',
  'An editor saved it while a command of {duration} ran; it may be yours.':
    '在一条运行了 {duration} 的命令期间，有编辑器保存了此文件，可能是您的更改。',
  'Found after a command of {duration} that does not name it; it may be yours.':
    '在一条运行了 {duration} 且未提及此文件的命令之后发现，可能是您的更改。',
  'It was written at different moments of a command of {duration}; a part may be yours.':
    '在一条运行了 {duration} 的命令期间，此文件在不同时刻被写入，其中一部分可能是您的更改。',
  'Found after a command of {duration}; it may be yours.':
    '在一条运行了 {duration} 的命令之后发现，可能是您的更改。',
  'A crash cut short a save of {path}, which was changed again since. The old and the new content are in {folder}.':
    '崩溃中断了对 {path} 的保存，此后该文件又有更改。旧内容和新内容在 {folder} 中。',
  'A save that a crash cut short could not be finished ({folder}): {reason}':
    '无法完成因崩溃而中断的保存（{folder}）：{reason}',
  'Not shown (names that are not UTF-8): {names}.': '未显示（名称不是 UTF-8）：{names}。',
  'Files whose names are not UTF-8 cannot be opened here: {count}.':
    '名称不是 UTF-8 的文件无法在此打开：{count} 个。',
  'Changes of files are not recorded: {reason}': '没有记录文件的更改：{reason}',
  'The previous content of {count} files is not known.': '有 {count} 个文件先前的内容未知。',
  '{path} has a second name on this disk (a hard link). Saving would separate them: the other keeps the old text. Nothing was saved.':
    '{path} 在此磁盘上还有另一个名称（硬链接）。保存会使两者分离，另一个保留旧文本。未保存任何内容。',
  '{path} has {count} other names on this disk (hard links). Saving would separate them: the others keep the old text. Nothing was saved.':
    '{path} 在此磁盘上还有 {count} 个其他名称（硬链接）。保存会使它们分离，其他名称保留旧文本。未保存任何内容。',
  '{path} cannot be replaced ({code}), only overwritten in place: a crash during the save would leave half of it. Nothing was saved.':
    '无法替换 {path}（{code}），只能就地覆盖。如果保存时发生崩溃，文件会只剩一半。未保存任何内容。',
  '{path} could not be saved: the disk quota is used up.': '无法保存 {path}：磁盘配额已用完。',
  '{path} could not be saved: the file size limit of this process is reached.':
    '无法保存 {path}：已达到此进程的文件大小限制。',
  '{path} is a link to nothing or to itself.': '{path} 是指向自身或不存在目标的链接。',
  '{path} has a name that is too long.': '{path} 的名称过长。',
  '{path} is on a different disk from its new place, so it has to be copied in a terminal.':
    '{path} 与新位置不在同一磁盘上，请在终端中复制。',
  'to: {path} cannot be moved to itself.': '无法将 {path} 移动到它自身之中。',
  'Nothing was saved: “{name}” in this file is not an object.':
    '未保存任何内容：此文件中的“{name}”不是对象。',
  '{path}: more than 2 MB is not saved.': '{path}：超过 2 MB，无法保存。',
  '{path} is no longer broken.': '{path} 已不再损坏。',
  'url: paste the whole address that the browser was sent to.': '请粘贴浏览器跳转到的完整地址。',
  'url: paste the whole address that the browser was sent to, which begins with {address}.':
    '请粘贴浏览器跳转到的完整地址，以 {address} 开头。',
  'name: there is a file {path} already.': '文件 {path} 已存在。',
  'The settings do not name {package}: reload the page.': '设置中没有 {package}，请刷新页面。',
  'session: its file is of an old format. Open it once, then name it.':
    '此会话的文件是旧格式。请先打开一次，再命名。',
  'The file in which pi keeps this output was cut short.': 'pi 保存此输出的文件已被截短。',
  'The file in which pi keeps this output was replaced.': 'pi 保存此输出的文件已被替换。',
  'The file in which pi keeps this output no longer exists.': 'pi 保存此输出的文件已不存在。',
  '{count} searches are running: wait for one of them.': '已有 {count} 个搜索正在进行，请等其中一个结束。',
  'This image is no longer kept: open the session again.': '此图片已不再保留，请重新打开会话。',
  '{path} has changed since you reviewed it. Nothing was staged; review it again.':
    '{path} 在审查之后又有更改。未暂存任何内容，请重新审查。',
  'pi cannot be started in {folder}: it would wait without an end for {file}, which is not a file.':
    '无法在 {folder} 中启动 pi：它会无休止地等待 {file}，而那不是文件。',
  'The content before the change is not known, or there was no file.':
    '更改之前的内容未知，或当时没有该文件。',
  'The content after the change is not known, or there was no file.':
    '更改之后的内容未知，或当时没有该文件。',
  'The session file has no message {key} of the user.': '会话文件中没有用户消息 {key}。',
  'The session has no entry {id} that could be shown.': '会话中没有可显示的条目 {id}。',
  'The agent does not give back its queue: {reason}': '智能体没有交还队列：{reason}',
  'The agent did not report its state: {reason}': '智能体没有报告状态：{reason}',
  'pi {version} cannot keep a command from the model: that takes pi {first} or newer.':
    'pi {version} 无法对模型隐藏命令，需要 pi {first} 或更高版本。',
  'pi {version} has no {command}: that takes pi {first} or newer.':
    'pi {version} 没有 {command}，需要 pi {first} 或更高版本。',
  'No candidate changed {path}.': '没有候选更改过 {path}。',
  'There is no tool run {id}.': '没有工具运行 {id}。',
  'files: must be at most {count} characters long.': '文件过滤最多 {count} 个字符。',
  'files: must be at most {count} patterns.': '文件过滤最多 {count} 个模式。',
  'query: must be at most {count} characters long.': '搜索内容最多 {count} 个字符。',
  '{folder} has work that is not safe elsewhere: confirm with “{name}”.':
    '{folder} 中有未在别处保存的工作，请输入“{name}”确认。',
  'pi mcp list: {error}': 'pi mcp list：{error}',
  'It was deleted only in part, and that part could not be put back: {reason}. A complete copy is in {path}.':
    '只删除了一部分，而且这部分无法恢复：{reason}。完整的副本在 {path}。',
  'The agent was ended by {signal}.': '智能体被 {signal} 终止。',
  'The agent ended with exit code {code}.': '智能体已结束，退出代码为 {code}。',

  // Notices about budgets, sessions, the workspace and extensions.
  '{who} has reached its budget of {amount}.': '{who}已达到 {amount} 的预算。',
  '{who} has reached its budget of {count} tokens.': '{who}已达到 {count} 个 token 的预算。',
  '{who} has used {share} % of its budget of {amount}.': '{who}已用去 {amount} 预算的 {share}%。',
  '{who} has used {share} % of its budget of {count} tokens.':
    '{who}已用去 {count} 个 token 预算的 {share}%。',
  '{reason} The agent stops at the end of this turn. To let it continue, click the cost below the message box.':
    '{reason}智能体将在本轮结束时停止。要让它继续，请点击输入框下方的费用。',
  'The prompt was not sent: {reason}': '提示词未发送：{reason}',
  'The prompt was not sent, because of the model: {reason}': '由于模型的原因，提示词未发送：{reason}',
  'Raise {setting} to see them immediately.': '要立即看到，请调高 {setting}。',
  'Changes made outside the panel are noticed late ({code}). {reason}':
    '面板之外的更改会较晚发现（{code}）。{reason}',
  'Queued messages would be lost if this panel ended: {reason}':
    '如果此面板退出，队列中的消息会丢失：{reason}',
  "{extension} asks for {list}. Only pi's TUI supports that.":
    '{extension} 请求{list}。只有 pi 的 TUI 支持这一点。',
  '{who} failed to listen to a key: {error}': '监听按键时出错（{who}）：{error}',
  '{who} cannot draw its {kind}: {error}': '无法绘制 {kind}（{who}）：{error}',
  '{who} cannot draw: {count} drawings are open already.': '无法绘制（{who}）：已打开 {count} 个绘制内容。',
  'What extensions draw is not shown: this pi has no {part} that the panel knows.':
    '扩展绘制的内容不会显示，因为此版本的 pi 没有面板能识别的 {part}。',
  '{count} dialogs of extensions are open. Further ones are cancelled until you answer some.':
    '扩展有 {count} 个对话框处于打开状态。在您回答其中一些之前，更多的对话框会被取消。',
  'Extensions set more than {count} statuses. The page shows the newest ones.':
    '扩展设置的状态超过 {count} 个，页面只显示最新的那些。',
  'Extensions set more than {count} widgets. The page shows the newest ones.':
    '扩展设置的小组件超过 {count} 个，页面只显示最新的那些。',
  'An extension sent the panel a report that it cannot read ({type}).':
    '有扩展向面板发送了无法读取的报告（{type}）。',
  '“{title}” was not answered in time: pi assumed No.': '“{title}”未在限时内得到回答：pi 按“否”处理。',
  '“{title}” was not answered in time: pi continued without an answer.':
    '“{title}”未在限时内得到回答：pi 在没有回答的情况下继续。',
  '{who} withdrew “{title}”: pi assumed No.': '{who}撤回了“{title}”：pi 按“否”处理。',
  '{who} withdrew “{title}”: pi continued without an answer.':
    '{who}撤回了“{title}”：pi 在没有回答的情况下继续。',
  'Still running, because the panel may not end what belongs to another user: {programs}.':
    '以下程序仍在运行，因为面板无权结束属于其他用户的程序：{programs}。',
  'This session used the model {from} until now. pi continues it with {to}.':
    '此会话此前使用模型 {from}。pi 现在用 {to} 继续。',
  'This session used the model {from} until now. pi has no model for it: choose one.':
    '此会话此前使用模型 {from}。pi 没有可用的模型，请选择一个。',
  'The model {model} has no price, so a budget in dollars does not hold for it. This session has used {count} tokens: set a budget in tokens.':
    '模型 {model} 没有价格，因此以美元计的预算对其无效。此会话已使用 {count} 个 token ：请设置以 token 计的预算。',
  '{command} in {folder} was ended with its agent.': '{command} 在 {folder} 中运行时，随其智能体一起结束。',
  '{path} has {size} MiB; up to 10 MiB can be opened or saved.':
    '{path} 有 {size} MiB；最多可以打开或保存 10 MiB。',
  "An extension handled “{text}”, so it isn't in the conversation.":
    '某个扩展处理了“{text}”，因此它不在对话中。',
  'An extension copied a text while no page was open, so it is not in your clipboard.':
    '扩展在没有打开页面时复制了一段文本，因此它不在你的剪贴板中。',
  '{names} have the same shortcut {key}: that of {winner} is used.':
    '{names} 有相同的快捷键 {key}：使用 {winner} 的。',
  'Nothing in this shell listens on port {port}.': '此 shell 中没有程序监听端口 {port}。',
  'This panel was started with --no-shell, so it opens no shell.':
    '此面板以 --no-shell 启动，因此不会打开 shell。',
  'This command is no longer kept.': '此命令已不再保留。',
  '{count} images were pasted into this shell. Open another one.':
    '已在此 shell 中粘贴 {count} 张图片。请打开另一个 shell。',
  'This shell no longer exists: it was closed, or the panel was restarted.':
    '此 shell 已不存在：它已被关闭，或者面板已重新启动。',
  '{count} shells are open. Close one first.': '已打开 {count} 个 shell。请先关闭一个。',
  "No shell can be opened on this system ({system}): {reason}. The package @lydell/node-pty is needed for it; install the panel's packages again.":
    '无法在此系统（{system}）上打开 shell：{reason}。这需要软件包 @lydell/node-pty；请重新安装面板的软件包。',
  'Language servers start only in folders that you trust.': '语言服务器只在你信任的文件夹中启动。',
  'it did not answer within {seconds} s': '它在 {seconds} 秒内没有回应',
  'it did not answer {count} times in a row': '它连续 {count} 次没有回应',
  'it sent more than the panel can read': '它发送的内容多于面板能读取的量',
  'it sent a message that is not JSON': '它发送的消息不是 JSON',
  'it printed text that is not part of the protocol': '它输出了不属于协议的文本',
  'it does not read what it is sent': '它不读取收到的内容',
  'it ended with {how}: {words}': '它已结束（{how}）：{words}',
  'it ended with {how}': '它已结束（{how}）',
  'server: it is not used any more.': 'server：它已不再使用。',
  '{count} pages use the languages of this folder: close some.':
    '已有 {count} 个页面使用此文件夹的语言服务器：请关闭一些。',
  'The folder {folder} cannot be opened ({code}).': '无法打开文件夹 {folder}（{code}）。',
  '{command} was stopped.': '{command} 已停止。',
  'An agent is working in this folder, and its files would change: {names}. Nothing was changed.':
    '有智能体正在此文件夹中工作，其文件会被更改：{names}。未做任何更改。',
  'The session is to be shared at Radius, and you are not signed in there: use /login.':
    '会话应在 Radius 上分享，但你尚未登录：请使用 /login。',
  'A session is shared as a gist by the GitHub CLI (gh), which is not installed: https://cli.github.com':
    '会话由 GitHub CLI（gh）分享为 gist，但它尚未安装：https://cli.github.com',
  'The GitHub CLI is not signed in: run gh auth login. It says: {said}':
    'GitHub CLI 尚未登录：请运行 gh auth login。它提示：{said}',
  'The GitHub CLI did not end within two minutes. Look for the gist at GitHub.':
    'GitHub CLI 在两分钟内没有结束。请在 GitHub 上查看该 gist。',
  'The gist was not created: {why}': '未能创建 gist：{why}',
  'The gist was created, but gh did not name its address. Look for it at GitHub.':
    'gist 已创建，但 gh 没有给出地址。请在 GitHub 上查看。',
  'You are not signed in to Radius any more: use /login.': '你已不再登录 Radius：请使用 /login。',
  'Radius did not take the session: {why}': 'Radius 没有接受会话：{why}',
  'The report was not uploaded: {why}': '报告未能上传：{why}',
  'There is no model that could write a summary.': '没有可以撰写摘要的模型。',
  'This pi has no bug reports that the panel can make: that takes pi 0.86 or newer, installed by npm. Newer ones can do it in a terminal: type /bug there.':
    '面板无法用此 pi 生成错误报告：需要由 npm 安装的 pi 0.86 或更高版本。更新的版本可以在终端中输入 /bug。',
  'pi is offline (PI_OFFLINE), so nothing is uploaded. Download the zip file instead.':
    'pi 处于离线状态（PI_OFFLINE），因此不会上传。请改为下载 zip 文件。',
  'No running language server knows symbols. Open a file to start one.':
    '没有能识别符号的语言服务器在运行。打开一个文件即可启动。',
  "{name} didn't answer.": '{name} 没有回应。',
};
