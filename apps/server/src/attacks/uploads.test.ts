import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { productImage, uploadProductImage } from '@tradewind/contract/catalog.ts';
import { addAttachment, getAttachment, listAttachments } from '@tradewind/contract/documents.ts';
import { previewOrderImport } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '../core/sheets.ts';
import { type Person, type TestServer, testServer } from '../testing/harness.ts';
import { download, upload, workbook, zipOf } from './attacks.testing.ts';

let server: TestServer;
let main: Person;
let productId: number;
beforeAll(async () => {
  server = await testServer();
  main = await server.company();
  const made = await server.app.database.owner.query<{ id: number }>(
    `insert into product (company_id, sku, name_zh, name_en) values ($1, 'A-1', '灯', 'Lamp') returning id`,
    [main.companyId],
  );
  productId = made.rows[0]?.id ?? 0;
});
afterAll(() => server.close());

const attach = (name: string, data: Buffer, type?: string) =>
  upload(
    server,
    addAttachment,
    main,
    { name, data, ...(type ? { type } : {}) },
    { docKind: 'product', docId: productId },
  );
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');
const ROW = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';
const MEGABYTE = 1024 * 1024;

describe('a workbook that unpacks to more than an import needs', () => {
  const TOO_MUCH = Buffer.alloc(65 * MEGABYTE, ' ');
  const A_LITTLE = Buffer.alloc(MEGABYTE, ' ');
  const bombs: Record<string, () => Buffer> = {
    'one sheet of 65 MB': () => {
      const parts = workbook('<si><t>a</t></si>', ROW);
      return zipOf({ ...parts, 'xl/worksheets/sheet1.xml': TOO_MUCH });
    },
    'one sheet that says that it is small': () => {
      const parts = workbook('<si><t>a</t></si>', ROW);
      const claims = { 'xl/worksheets/sheet1.xml': 10 };
      return zipOf({ ...parts, 'xl/worksheets/sheet1.xml': TOO_MUCH }, { claims });
    },
    'the same MB named a thousand times': () => {
      const parts = workbook('<si><t>a</t></si>', ROW);
      return zipOf({ ...parts, 'xl/worksheets/sheet1.xml': A_LITTLE }, { again: 1_000 });
    },
    'five thousand members': () => {
      const many = Array.from({ length: 5_000 }, (_, i) => [`xl/worksheets/s${i}.xml`, '<a/>']);
      return zipOf({ ...workbook('<si><t>a</t></si>', ROW), ...Object.fromEntries(many) });
    },
    'an archive within the archive': () => {
      const inner = zipOf({ ...workbook('<si><t>a</t></si>', ROW), 'xl/worksheets/sheet1.xml': TOO_MUCH });
      return zipOf({ 'xl/workbook.xml': ' ', 'Index.zip': inner });
    },
  };

  it.each(Object.keys(bombs))('%s: is refused in words', async (name) => {
    const data = bombs[name]?.() ?? Buffer.alloc(0);
    expect(data.length).toBeLessThan(5 * MEGABYTE);
    const answer = await upload(server, previewOrderImport, main, { name: 'orders.xlsx', data });
    expect(answer).toMatchObject({ status: 422, data: { error: 'sheet.unreadable' } });
  });

  it('a picture beside the sheet is not unpacked at all, a formula’s part is counted or not unpacked either', async () => {
    const parts = workbook('<si><t>a</t></si>', ROW);
    expect(await readSheet(zipOf({ ...parts, 'xl/media/image1.png': TOO_MUCH }))).toEqual([['a']]);
    const chained = zipOf({ ...parts, 'xl/media/image1.png': TOO_MUCH, 'xl/calcChain.xml': TOO_MUCH });
    await expect(readSheet(chained)).rejects.toMatchObject({ code: 'sheet.unreadable' });
    // What reads large files takes the parts of the sheet alone, piece by piece.
    expect(await readSheet(chained, 100_000)).toEqual([['a']]);
    const answer = await upload(server, previewOrderImport, main, { name: 'orders.xlsx', data: chained });
    expect(answer).toMatchObject({ status: 422, data: { error: 'import.columnMissing' } });
  });

  it('many at once are read a few at a time, and all of them are answered', async () => {
    const data = zipOf(workbook('<si><t>a</t></si>', ROW));
    const read = await Promise.all(Array.from({ length: 6 }, () => readSheet(data)));
    expect(read).toEqual(Array.from({ length: 6 }, () => [['a']]));
  });
});

describe('a workbook with entities', () => {
  it('reads no file, asks no address and multiplies nothing', async () => {
    const requested: string[] = [];
    const listening = createServer((request, response) => {
      requested.push(request.url ?? '');
      response.end('FETCHED');
    }).listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
    const doctype = `<!DOCTYPE r [<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY web SYSTEM "http://127.0.0.1:${port}/entity"><!ENTITY % more SYSTEM "http://127.0.0.1:${port}/more"> %more; <!ENTITY l0 "ha">${laughs}]>`;
    const strings = ['file', 'web', 'l9'].map((name) => `<si><t>[&${name};]</t></si>`).join('');
    const cells = [0, 1, 2].map((i) => `<c r="${'ABC'[i]}1" t="s"><v>${i}</v></c>`).join('');
    const rows = await readSheet(zipOf(workbook(strings, `<row r="1">${cells}</row>`, doctype)));
    listening.close();
    expect(requested).toEqual([]);
    expect(rows).toEqual([['[&file;]', '[&web;]', '[&l9;]']]);
  });
});

describe('a file that is two things at once', () => {
  const GIF = Buffer.from('GIF89a/*\x01\x00\x01\x00*/=1;alert(1)//<html><script>alert(1)</script>', 'latin1');

  it('a picture that is a page and a script too is served as a picture, and as nothing else', async () => {
    const kept = await upload(server, uploadProductImage, main, { name: 'x.html', type: 'text/html', data: GIF });
    expect(kept.status).toBe(200);
    const { headers, data } = await download(server, productImage, main, { key: String(kept.data.key) });
    expect(data).toEqual(GIF);
    expect(headers.get('content-type')).toBe('image/gif');
    // A browser runs no picture as a script, and does not look for a page in it.
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it.each([
    ['a paper with a page behind it', 'text/html', Buffer.from('%PDF-1.4\n<html><script>alert(1)</script>')],
    ['a picture with a page behind it', 'text/html', GIF],
    ['a workbook', 'application/x-msdownload', zipOf(workbook('<si><t>a</t></si>', ROW))],
  ])('%s is handed out to be saved, with the type of its content', async (_what, type, data) => {
    const kept = await attach('page.html', data, type);
    expect(kept.status).toBe(200);
    const { headers } = await download(server, getAttachment, main, { id: Number(kept.data.id) });
    expect(headers.get('content-type')).toMatch(/^(application\/(pdf|vnd\.openxml[\w.-]+)|image\/gif)$/);
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['a picture of vectors', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['the same behind a declaration', '<?xml version="1.0"?><svg><script>alert(1)</script></svg>'],
    ['the same behind blanks', '\n\n  <svg onload="alert(1)"/>'],
    ['a page in another code', '\ufeff<html><script>alert(1)</script>'],
    ['a table of text', 'a,b\n<script>alert(1)</script>'],
  ])('%s is refused, whatever it calls itself', async (_what, text) => {
    for (const data of [Buffer.from(text), Buffer.from(text, 'utf16le')]) {
      expect((await attach('photo.png', data, 'image/png')).status).toBe(400);
      const image = { name: 'photo.png', type: 'image/png', data };
      expect((await upload(server, uploadProductImage, main, image)).status).toBe(400);
    }
  });
});

describe('the name of a file', () => {
  it.each([
    ['a path', '../../../../etc/passwd.pdf', 'passwd.pdf'],
    ['a path of Windows', 'C:\\\\Windows\\\\system32\\\\evil.pdf', 'evil.pdf'],
    ['a zero byte', 'a\0.html.pdf', 'a.html.pdf'],
    ['a tab and a bell', 'a\tb\x07.pdf', 'ab.pdf'],
    ['a turn of the writing', 'invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['half of a pair at the cut', `${'a'.repeat(199)}😀.pdf`, 'a'.repeat(199)],
    ['a second header', 'a%0d%0aset-cookie: evil=1.pdf', 'a%0d%0aset-cookie: evil=1.pdf'],
    ['another disposition', "a'; filename=evil.html; x='.pdf", "a'; filename=evil.html; x='.pdf"],
    ['nothing but dots', '..', 'file.pdf'],
  ])('with %s is kept and given back without it', async (_what, name, kept) => {
    const made = await attach(name, PDF);
    expect(made).toMatchObject({ status: 200 });
    const { files } = await server.ok(listAttachments, { docKind: 'product', docId: productId }, main);
    expect(files.find((file) => file.id === made.data.id)?.name).toBe(kept);
    const { status, headers } = await download(server, getAttachment, main, { id: Number(made.data.id) });
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w.%!~-]+$/);
  });
});

describe('a form that never stops', () => {
  it('with thousands of fields is refused', async () => {
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`field${i}`, 'x']));
    const answer = await upload(server, addAttachment, main, { name: 'a.pdf', data: PDF }, fields);
    expect(answer.status).toBe(400);
    expect(answer.data.error).toBe('core.badInput');
  });

  it('with a field of megabytes is refused', async () => {
    const fields = { docKind: 'product', docId: productId, more: 'x'.repeat(3 * MEGABYTE) };
    expect((await upload(server, addAttachment, main, { name: 'a.pdf', data: PDF }, fields)).status).toBe(400);
  });
});
