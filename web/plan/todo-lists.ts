// The lists of tools for tasks, as they are in the details of their results: the package `@juicesharp/rpiv-todo` (2.11)
// and pi's example `todo` (0.79.9 to 1.6.0). Each result has the whole list.

export interface Todo {
  text: string;
  isDone: boolean;
}

/** Returns null for details of any other form. */
export function todosIn(details: unknown): Todo[] | null {
  const { tasks, todos } = Object(details) as { tasks?: unknown; todos?: unknown };
  if (Array.isArray(tasks)) return listOf(tasks, rpivTodo);
  return Array.isArray(todos) ? listOf(todos, exampleTodo) : null;
}

type Fields = Record<string, unknown>;

function listOf(items: readonly unknown[], read: (item: Fields) => Todo | null): Todo[] | null {
  const known = items.map((item) => read(Object(item) as Fields));
  return known.includes(null) ? null : (known.filter((todo) => todo !== null && todo.text !== '') as Todo[]);
}

/** A deleted task stays in its list, and here has no text. */
function rpivTodo({ subject, status }: Fields): Todo | null {
  if (typeof subject !== 'string' || typeof status !== 'string') return null;
  return { text: status === 'deleted' ? '' : subject, isDone: status === 'completed' };
}

function exampleTodo({ text, done }: Fields): Todo | null {
  return typeof text === 'string' && typeof done === 'boolean' ? { text, isDone: done } : null;
}
