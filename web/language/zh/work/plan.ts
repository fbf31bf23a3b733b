// The plan as a document.
export const plan = {
  '{done} of {count} steps done': '已完成 {done} / {count} 步',
  'Edit the plan': '编辑计划',
  'Save the plan as a file': '将计划保存为文件',
  'Close the plan': '关闭计划',
  'Text of the plan': '计划的文本',
  'Remove the comment': '移除评论',
  'Looking for a plan in earlier messages…': '正在较早的消息中查找计划…',
  Revise: '修订',
  Approve: '批准',
  'Step {n}': '第 {n} 步',
  'The last answer with a heading “Plan” or with a task list, or the list of a tool for tasks, appears here, to be commented on, edited and approved.':
    '最后一个带有“Plan”标题或任务列表的回答，或任务工具的列表会显示在这里，可以评论、编辑和批准。',
  'approve, tasks, to do, steps, checklist': '批准, 任务, 待办, 步骤, 清单',
};
