import { read, utils, write } from '@e965/xlsx';
import type { Call, ResultOf } from '@tradewind/contract/call.ts';
import { downloadExport, listExports } from '@tradewind/contract/catalog.ts';
import type { Answer, Person, TestServer } from '../../../testing/harness.ts';

export const xls = (rows: unknown[][], bookType: 'biff8' | 'xlsx' = 'biff8') => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'S');
  return Buffer.from(write(book, { type: 'buffer', bookType }) as Uint8Array);
};
/** As a browser sends a file. */
export async function upload<C extends Call>(
  server: TestServer,
  call: C,
  data: Buffer,
  name: string,
  as: Person,
  fields: Record<string, unknown> = {},
): Promise<Answer<ResultOf<C>>> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
  form.append('file', new Blob([new Uint8Array(data)]), name);
  const response = await fetch(`${server.url}/api${call.path}`, {
    method: 'POST',
    headers: { token: as.token, 'x-language': 'en' },
    body: form,
  });
  const answer = (await response.json()) as { code: number; msg: string; data: ResultOf<C> };
  return { status: response.status, headers: response.headers, ...answer };
}

/** The rows of an export, with its titles first; a worker must be running. */
export async function exportedRows(
  server: TestServer,
  call: Call,
  input: object,
  person: Person,
): Promise<unknown[][]> {
  const { exportId } = (await server.ok(call, input, person)) as { exportId: number };
  await server.until(async () => {
    const { rows } = await server.ok(listExports, {}, person);
    return rows.find((row) => row.id === exportId)?.state === 'done';
  });
  const answer = await fetch(`${server.url}/api${downloadExport.path}?id=${exportId}`, {
    headers: { token: person.token },
  });
  const book = read(Buffer.from(await answer.arrayBuffer()));
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  return sheet ? utils.sheet_to_json(sheet, { header: 1 }) : [];
}
