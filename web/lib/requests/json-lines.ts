// Yields the values of a response in the JSON Lines format as they arrive, without checking them. The server ends each
// line with a newline, so a line without one was cut off and is dropped. The caller ends it by aborting its request.

export async function* jsonLines<T>(response: Response): AsyncGenerator<T, void, void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let unfinished = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (unfinished + value).split('\n');
    unfinished = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as T;
  }
}
