// Why the server refuses a request, where the sentence has no parts.
export const refusals = {
  'The agent does not read its input. Wait, or restart it.': '智能体没有读取输入。请等待，或重启它。',
  'An extension is shutting the agent down. Restart it afterwards.': '扩展正在结束智能体，请在结束后重启。',
  'The agent is not running: restart it.': '智能体未在运行，请重启。',
  'The agent is running. Forget the recorded changes when it is idle.':
    '智能体正在运行，请在空闲时清除更改记录。',
  'The agent ended on its own.': '智能体已自行结束。',
  'The panel was restarted while this command ran, so its answer is lost. See whether it was carried out.':
    '此命令运行期间面板被重启，结果已丢失。请查看它是否已执行。',
  'The agent ended while it ran.': '命令运行期间智能体已结束。',
  'The agent was ended by {signal}.': '智能体被 {signal} 终止。',
  'The agent ended with exit code {code}.': '智能体已结束，退出代码为 {code}。',
  'It was not ready yet.': '当时尚未就绪。',
  'The extension {file} needs the module {module}, which is not installed.':
    '扩展 {file} 需要模块 {module}，但它没有安装。',
  'The extension {file} did not load.': '扩展 {file} 未能加载。',
  'Switch off {name} and restart': '关闭 {name} 并重新启动',
  'It could not be switched off: {reason}': '无法关闭：{reason}',
  'Its installation is not complete.': '安装不完整。',
  'It needs Node 22.19 or newer.': '它需要 Node 22.19 或更高版本。',
  'The system refused access to {path}.': '系统拒绝了对 {path} 的访问。',
  'The agent that asked has ended.': '提问的智能体已结束。',
  'The browser of this device has ended its subscription.': '此设备的浏览器已结束订阅。',
  'The file is not a session: its first line is not a header.': '该文件不是会话，第一行不是标头。',
  'The folder must be an absolute path.': '文件夹必须是绝对路径。',
  'The message is on its way to the agent. Try again.': '该消息正在发送给智能体，请重试。',
  'The panel does not record changes in this workspace.': '面板没有记录此工作区中的更改。',
  'pi has not opened a session yet.': 'pi 尚未打开会话。',
  'No remote of this repository leads to a host of pull requests.':
    '此仓库的远程仓库都不在支持拉取请求的平台上。',
  'The current branch is not on the host yet. Push it first.': '当前分支尚未推送到该平台。请先推送。',
  'tea cannot answer a comment on a line. Open the page of the pull request.':
    'tea 无法回复行内评论。请打开该拉取请求的页面。',
  'The host no longer has this comment. Refresh.': '该平台上已没有这条评论。请刷新。',
  'tea shows no logs. Open the page of the check.': 'tea 不提供日志。请打开该检查的页面。',
  'tea did not say where it is.': 'tea 没有给出其地址。',
  'The checks of this agent are being watched already.': '此智能体的检查已在监视中。',
  'The checks are not being watched.': '当前没有监视检查。',
  'The sum for it is used up.': '为此设定的金额已用完。',
  'The attempts are used up.': '尝试次数已用完。',
  'pi has made no commit.': 'pi 没有提交。',
  'No check has begun.': '没有检查开始运行。',
  'The checks have not ended for hours.': '检查数小时仍未结束。',
  'pi has not begun with the message.': 'pi 没有开始处理该消息。',
  'The agent has ended.': '智能体已结束。',
  'Nothing differs from the last commit, so there is nothing to describe.':
    '与上次提交没有差异，因此没有可描述的内容。',
  'No model is chosen.': '尚未选择模型。',
  'This pi cannot ask a model beside the conversation.': '此版本的 pi 无法在对话之外询问模型。',
  'The provider has no credentials.': '提供商没有凭据。',
  'The queue has changed in the meantime. Look at it again.': '队列在此期间已更改，请重新查看。',
  'The temporary file with this output no longer exists.': '包含此输出的临时文件已不存在。',
  'There are new commits since the plan was made. Review the plan again.':
    '计划制定之后有新的提交，请重新查看计划。',
  'This run no longer exists, because the panel was restarted.': '面板重启过，此次运行已不存在。',
  'This start no longer exists, because the panel was restarted.': '面板重启过，此次启动请求已不存在。',
  'This device no longer gets notifications.': '此设备不再接收通知。',
  'This image is no longer kept. Reload the page.': '此图片已不再保留，请重新加载页面。',
  'This output was deleted to make room for newer output.': '此输出已删除，以便为更新的输出腾出空间。',
  'This panel does not store any state, so it cannot add up the usage.':
    '此面板不保存状态，因此无法统计用量。',
  'This panel listens on a socket and needs no link.': '此面板通过套接字监听，不需要链接。',
  'This plan does not exist or has expired. Request a new one.': '该计划不存在或已过期，请重新生成。',
  'This record is no longer kept, to make room for newer ones.':
    '此记录已不再保留，以便为更新的记录腾出空间。',
  'This screen of an extension is closed.': '扩展的此界面已关闭。',
  'This sign-in is over: start it again.': '此次登录已结束，请重新开始。',
  'This upload has ended or was stopped. Start it again.': '此次上传已结束或已停止，请重新开始。',
  'The repository has no commit yet, and a worktree begins with one. Make the first commit.':
    '仓库还没有提交，而工作树需要从一个提交开始。请先提交一次。',
  'This worktree is not waiting for a decision. Look at it again.': '此工作树当前无需你做决定，请重新查看。',
  'pi did not answer within 90 seconds.': 'pi 在 90 秒内没有响应。',
  'pi is moving to another point in the session. Wait until it has finished.':
    'pi 正在转到会话中的其他位置，请等待完成。',
  'pi no longer asks this. Look at its current question.': 'pi 不再询问此问题，请查看当前的问题。',
  'pi no longer waits for it. Start the sign-in again.': 'pi 已不再等待此次登录，请重新开始登录。',
  'query: this is not a regular expression.': 'query：这不是正则表达式。',
  'session: an agent uses it. End that agent first.': 'session：有智能体正在使用此会话。请先结束该智能体。',
  'session: it is no longer in the trash.': 'session：已不在回收站中。',
  'session: its file is gone or empty.': 'session：其文件不存在或为空。',
  'session: there is a file in its place again.': 'session：原位置又有了一个文件。',
  'session: there is no stored session with this id.': 'session：没有此 ID 的已存储会话。',
  'session: this panel has no trash, so it does not delete sessions.':
    'session：此面板没有回收站，因此不会删除会话。',
  'pi ended during a tool, so its changes are not recorded.': 'pi 在工具运行期间退出，因此其更改没有记录。',
  'No agent has this id. It was closed, or the panel was restarted.':
    '没有此 ID 的智能体。它可能已关闭，或面板已重启。',
  'The workspace is not in a git repository, so there is no last commit to compare with.':
    '工作区不在 git 仓库中，因此没有上次提交可供比较。',
  'This dialog was already answered, here or in another tab.': '此对话框已在这里或其他标签页中回答。',
  'The time for this dialog is up, and the extension continued without an answer.':
    '此对话框已超时，扩展已在没有回答的情况下继续。',
  'The extension withdrew this dialog and continued without an answer.':
    '扩展已撤回此对话框，并在没有回答的情况下继续。',
  'The queue was not changed, because the agent may be delivering messages right now. Try again.':
    '智能体可能正在送达消息，因此没有更改队列。请重试。',
  'The images in the queue are too large in total, so this message was not sent. Wait until some are delivered, or remove one.':
    '队列中的图片总计过大，因此没有发送此消息。请等待部分图片送达，或移除一张。',
  'An extension has queued a message, and pi would return it without its images. The queue can be changed after that message is delivered.':
    '扩展将一条消息加入了队列，pi 退回时会丢失其中的图片。该消息送达后即可更改队列。',
  'This comparison no longer exists, because its worktrees were removed.':
    '此比较已不存在，因为其工作树已删除。',
  'Another agent of this panel uses this session. Switch to that agent.':
    '此面板的另一个智能体正在使用此会话，请切换到该智能体。',
  'This export was already downloaded. Export the session again.': '此导出文件已下载过，请重新导出会话。',
  'It is no longer in the trash, because it was put back, or newer deletions took its place.':
    '它已不在回收站中，可能已恢复，或已被更新的删除项取代。',
  'kind: this file already exists. Edit it instead.': 'kind：此文件已存在，请直接编辑。',
  'name: use up to 64 lowercase letters, digits and single hyphens.':
    'name：请使用最多 64 个小写字母、数字和单个连字符。',
  'path: pi no longer lists it. Reload the page.': 'path：pi 已不再列出它，请重新加载页面。',
  'HEAD is detached in this worktree, so there is no branch to merge.':
    '此工作树的 HEAD 已分离，因此没有可合并的分支。',
  'There is no commit to merge yet.': '还没有可合并的提交。',
  'session: it is not in the trash.': 'session：不在回收站中。',
  'git is not installed on this machine.': '此机器上没有安装 git。',
  'The repository has no commit yet to compare with.': '仓库还没有可比较的提交。',
  'The set-up was ended by a signal, so no agent was started. The worktree is left as it is.':
    '准备命令被信号终止，因此没有启动智能体。工作树保持原样。',

  // Results of the test of a model.
  'No reason was given.': '未给出原因。',
  'The model answers.': '模型已响应。',
  'The server refused the key.': '服务器拒绝了密钥。',
  'The server does not know this model name, or has no API at this address.':
    '服务器没有此名称的模型，或此地址上没有 API。',
  'The provider reports no credit left.': '提供商报告额度已用完。',
  'The provider limits requests: try again later.': '提供商限制了请求频率，请稍后重试。',
  'The server has an internal problem.': '服务器内部出错。',
  'The model did not answer.': '模型没有响应。',
  'pi has no model of this provider.': 'pi 没有此提供商的模型。',
  'The server has no list of models at this address.': '服务器在此地址没有模型列表。',
  'The server did not list its models.': '服务器没有列出其模型。',
  'pi could not send the request.': 'pi 无法发送请求。',
  'pi ended before the model answered.': 'pi 在模型响应之前已退出。',
  'The request timed out after a minute.': '请求在一分钟后超时。',
  'pi refused the request.': 'pi 拒绝了请求。',

  // Outcomes of undos, and gaps in the recording.
  'There was nothing left to undo: the files are already as before.':
    '没有需要撤销的内容：文件已是之前的状态。',
  'There was nothing left to redo: the files are already so.': '没有需要重做的内容：文件已是该状态。',
  'Undone: one file.': '已撤销 1 个文件的更改。',
  'Redone: one file.': '已重做 1 个文件的更改。',
  'The panel ended during an undo. It was finished after the restart.':
    '面板在撤销过程中退出。重启后已完成撤销。',
  'The panel ended during a redo. It was finished after the restart.':
    '面板在重做过程中退出。重启后已完成重做。',
  'This undo has begun, so it cannot be canceled.': '此次撤销已经开始，无法取消。',
  'This undo no longer waits.': '此次撤销已不在队列中。',
  'Its content could not be written to its earlier path.': '无法将其内容写入原来的路径。',
  'git ignores it, and it is too large to be recorded.': 'git 忽略此文件，且文件过大，无法记录。',
  'It is a link to a name that is not UTF-8.': '这是指向非 UTF-8 名称的链接。',
  'It was a link to a name that is not UTF-8.': '原本是指向非 UTF-8 名称的链接。',
  'The previous content of one file is not known.': '有 1 个文件先前的内容未知。',

  // Notices about budgets, sessions and extensions.
  'The budget is used up.': '预算已用完。',
  'Another panel has this session open, too. Both write to its file, each on its own branch: close one of them.':
    '另一个面板也打开了此会话。两者会在各自的分支上写入同一个文件，请关闭其中一个。',
  'pi opened a different session from the one it was asked to continue.': 'pi 打开的不是要求它继续的会话。',
  'A screen that an extension opened before pi was ready was closed: pi waited for it and could take no keys.':
    '扩展在 pi 就绪之前打开的界面已关闭，因为 pi 在等待它，无法接收按键。',
  'This day': '今天',
  // Only pi’s TUI supports these.
  'a custom screen': '自定义界面',
  'a custom footer': '自定义页脚',
  'a custom header': '自定义页眉',
  'a custom editor': '自定义编辑器',
  'custom completions': '自定义补全',
  'raw key presses': '原始按键',
  'another theme': '其他主题',
  'a theme': '主题',
  'the list of themes': '主题列表',
  'a custom working message': '自定义工作提示',
  'a hidden working message': '隐藏工作提示',
  'a custom working indicator': '自定义工作指示器',
  'a custom label for hidden thinking': '隐藏思考内容的自定义标签',
  'expanded or collapsed tools': '展开或折叠工具',
  'the text in the editor': '编辑器中的文本',
  'a widget that renders itself': '自行渲染的小组件',
  'It is too large for the trash': '文件过大，无法放入回收站',
  'This panel keeps no trash': '此面板没有回收站',
  'There is no such dialog.': '没有这个对话框。',
  'The agent has changed to another session. Nothing was sent: check where you are, and send it again.':
    '智能体已切换到另一个会话。未发送任何内容：请确认当前位置后重新发送。',
  'pi did not change to the session that the page showed.': 'pi 没有切换到页面显示的会话。',
  'pi is loading the session: try again when it has finished.': 'pi 正在加载会话，请在加载完成后重试。',
  'The set-up was stopped. The worktree is left as it is.': '准备命令已停止。工作树保持原样。',
  'This step is over.': '此步骤已结束。',
  'The key is empty.': '密钥为空。',
  'This pi loads the resources of every project without asking.':
    '此版本的 pi 会直接加载每个项目的资源，不会询问。',
  'This needs a real terminal: the page can show a screen, but not run a program in it.':
    '这需要真正的终端：页面可以显示界面，但不能在其中运行程序。',
  'This session is not stored, so the panel cannot open it.': '此会话没有存储，因此面板无法打开。',
  'files: a pattern has too many `**`.': '文件过滤中有一个模式的 `**` 过多。',
  'path: name a file or folder inside the workspace.': '请输入工作区内的文件或文件夹。',
  'path: must begin with / or ~.': '路径必须以 / 或 ~ 开头。',
  'path: pi lists no such skill, prompt template or other resource.':
    'pi 没有列出这个技能、提示词模板或其他资源。',
  'query: what to find is missing.': '请输入要查找的内容。',
  'This session is not saved yet, so none can begin from it.': '此会话尚未保存，因此不能由它新建会话。',
  'This pi cannot queue a picture without text: add a word, or send it after the run.':
    '此版本的 pi 无法将没有文字的图片排队：请加上文字，或在运行结束后发送。',
  'HEAD is detached, so there is no branch to push.': 'HEAD 已分离，因此没有可推送的分支。',
  'git no longer waits for this answer.': 'git 已不再等待此回答。',
  'git is not in the middle of anything here.': 'git 在此处没有进行到一半的操作。',
  'The stash no longer has this entry.': '贮藏中已没有此条目。',
  'What was to be sent is no longer kept. Begin again.': '要发送的内容已不再保留。请重新开始。',
  'The conversation of this sub-agent is not known any more.': '已找不到此子智能体的对话。',
  'This preview has ended. Open it again.': '此预览已结束，请重新打开。',
  'pi does not wait for this any more.': 'pi 已不再等待这个。',
  'Only the preview itself may request this.': '只有预览本身可以请求此内容。',
  'A file can only be read.': '文件只能读取。',
  'Files and folders whose name begins with a dot are not shown here.':
    '此处不显示名称以点开头的文件和文件夹。',
  'The panel listens on this port itself, and cannot show itself.': '面板本身正在监听此端口，无法显示自己。',
};
