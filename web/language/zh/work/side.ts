// Side questions.
export const side = {
  'It knows the conversation so far, and can read files. The agent beside it goes on, and learns nothing of it.':
    '它了解目前的对话，可以读取文件。旁边的智能体继续工作，对此一无所知。',
  'Your side question': '你的旁问',
  'I asked a side question: {question}': '我问了一个旁问：{question}',
  'Keep as a session': '保留为会话',
  'Send the answer to the agent': '把回答发给智能体',
  Ask: '提问',
};
