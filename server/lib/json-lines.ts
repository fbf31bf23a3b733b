// A response of JSON lines, each sent when the client asks for it. Nothing is produced for a client that has
// disconnected.

export function jsonLines(lines: AsyncGenerator<object, void, void>, onLeft: () => void): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(Buffer.from(`${JSON.stringify(value)}\n`));
      },
      async cancel() {
        onLeft();
        await lines.return();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' },
  });
}
