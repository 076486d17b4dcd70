import type { Call, InputOf } from '@tradewind/contract/call.ts';
import { downloadExport } from '@tradewind/contract/catalog.ts';
import { rowsOfBook } from '../core/sheet-rows.ts';
import type { Person, TestServer } from './harness.ts';

/** The cells of an .xlsx of our own as text. Files from outside are read in a thread of their own, which takes 0.1 s to begin. */
export async function cellsOf(data: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const row of rowsOfBook(data)) rows.push(row);
  return rows;
}

/** The rows of an export as its asker's spreadsheet shows them, by the titles of their columns. A worker has to run. */
export async function exportedRows<C extends Call>(
  server: TestServer,
  call: C,
  input: InputOf<C>,
  as: Person,
): Promise<Record<string, string>[]> {
  const { exportId: id } = (await server.ok(call, input, as)) as { exportId: number };
  await server.until(async () => {
    const found = await server.app.database.owner.query('select state, error from export_file where id = $1', [id]);
    if (found.rows[0]?.state === 'failed') throw new Error(found.rows[0].error);
    return found.rows[0]?.state === 'done';
  }, 60);
  const answer = await fetch(`${server.url}/api${downloadExport.path}?id=${id}`, { headers: { token: as.token } });
  const [head = [], ...rows] = await cellsOf(Buffer.from(await answer.arrayBuffer()));
  return rows.map((row) => Object.fromEntries(head.map((title, i) => [title, row[i] ?? ''])));
}
