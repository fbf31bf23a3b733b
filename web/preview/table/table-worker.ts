// The worker that holds one table.
import { TableDesk, type TableRequest } from './table-desk.ts';

const desk = new TableDesk();

addEventListener('message', ({ data }: MessageEvent<{ id: number; request: TableRequest }>) => {
  postMessage({ id: data.id, answer: desk.answer(data.request) });
});
