import { rights } from '@tradewind/contract/access/modules.ts';
import { addAttachment, getAttachment, listAttachments, removeAttachment } from '@tradewind/contract/documents.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';

let server: TestServer;
let main: Person;
let productId: number;
beforeAll(async () => {
  server = await testServer();
  main = await server.company();
  const made = await server.app.database.owner.query(
    `insert into product (company_id, sku, name_zh, name_en) values ($1, 'A-1', '灯', 'Lamp') returning id`,
    [main.companyId],
  );
  productId = (made.rows[0] as { id: number }).id;
});
afterAll(() => server.close());

const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');

async function upload(data: Buffer, name: string, as: Person, docId = productId) {
  const form = new FormData();
  form.set('docKind', 'product');
  form.set('docId', String(docId));
  form.set('file', new Blob([new Uint8Array(data)]), name);
  const answer = await fetch(`${server.url}/api${addAttachment.path}`, {
    method: 'POST',
    headers: { token: as.token },
    body: form,
  });
  return {
    status: answer.status,
    ...((await answer.json()) as { data: { id: number; fields?: { path: string; message: string }[] } }),
  };
}

it('keeps a file with its document and gives it back byte for byte', async () => {
  const made = await upload(PDF, '说明书.pdf', main);
  expect(made.status).toBe(200);
  const { files } = await server.ok(listAttachments, { docKind: 'product', docId: productId }, main);
  expect(files).toMatchObject([{ name: '说明书.pdf', bytes: PDF.length }]);
  const back = await fetch(`${server.url}/api${getAttachment.path}?id=${made.data.id}`, {
    headers: { token: main.token },
  });
  expect(Buffer.from(await back.arrayBuffer())).toEqual(PDF);
  await server.ok(removeAttachment, { id: made.data.id }, main);
  expect((await server.ok(listAttachments, { docKind: 'product', docId: productId }, main)).files).toEqual([]);
});

it('refuses by content, not by name, and what is larger than 5 MB', async () => {
  const program = await upload(Buffer.from('MZ this is a program'), 'photo.png', main);
  expect(program.status).toBe(400);
  expect(program.data.fields?.[0]?.path).toBe('file');
  const large = await upload(Buffer.concat([PDF, Buffer.alloc(5 * 1024 * 1024)]), 'large.pdf', main);
  expect(large.status).toBe(400);
  expect(large.data.fields?.[0]?.message).toContain('5');
});

it('is only for who may see or edit the document', async () => {
  const made = await upload(PDF, 'a.pdf', main);
  const other = await server.company('Other');
  const reader = await server.member(main.companyId, [rights.product.view]);
  const nobody = await server.member(main.companyId);
  expect((await server.call(listAttachments, { docKind: 'product', docId: productId }, other)).status).toBe(404);
  expect((await server.call(removeAttachment, { id: made.data.id }, other)).status).toBe(404);
  expect((await server.call(listAttachments, { docKind: 'product', docId: productId }, nobody)).status).toBe(403);
  expect((await server.ok(listAttachments, { docKind: 'product', docId: productId }, reader)).mayChange).toBe(false);
  expect((await upload(PDF, 'b.pdf', reader)).status).toBe(403);
});
