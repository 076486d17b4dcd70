import { type Call, type FileKind, MEGABYTE } from '@tradewind/contract/call.ts';
import { calls } from '@tradewind/contract/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { sniff } from './uploads.ts';

const bytes = (...parts: (number[] | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)));
const SAMPLES: Record<FileKind, Buffer> = {
  jpg: bytes([0xff, 0xd8, 0xff, 0xe0], 'JFIF'),
  png: bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'IHDR'),
  gif: bytes('GIF89a'),
  pdf: bytes('%PDF-1.7\n'),
  xls: bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'Workbook'),
  xlsx: bytes([0x50, 0x4b, 0x03, 0x04], '....xl/workbook.xml'),
  csv: bytes([0xef, 0xbb, 0xbf], '"订单号",SKU\r\nA-1,LAMP\r\n'),
  zip: bytes([0x50, 0x4b, 0x03, 0x04], '....LAMP_1.jpg'),
  ofx: bytes('OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>'),
  mt940: bytes(':20:STARTUMS\r\n:25:1/2\r\n:28C:1\r\n:60F:C260101EUR0,\r\n'),
  camt: bytes('<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">'),
};

describe('what a file is', () => {
  it.each(Object.keys(SAMPLES) as FileKind[])('is told by its content: %s', (kind) => {
    expect(sniff(SAMPLES[kind])).toBe(kind);
  });

  it.each([
    ['zip', 'an archive with a table', bytes([0x50, 0x4b, 0x03, 0x04], '....recon.csv')],
    ['csv', 'a report of Amazon in XML', bytes('<?xml version="1.0"?>\n<AmazonEnvelope xmlns:xsi="x">')],
    ['csv', 'a table below words', bytes('Remittance #: 1\nDate: 2026-11-20\n\nInvoice,Amount\n')],
    ['csv', 'an interchange of X12', bytes('ISA*00*          *00*          *ZZ*BUYER')],
  ])('is told by its content: %s, %s', (kind, _what, data) => {
    expect(sniff(data)).toBe(kind);
  });

  it.each([
    ['a web page', bytes('<!doctype html><script>alert(1)</script>')],
    ['a program', bytes('MZ', [0x90, 0])],
    ['a script', bytes('#!/bin/sh\n')],
    ['a picture of vectors, which may hold scripts', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a zip that is no workbook', bytes([0x50, 0x4b, 0x03, 0x04], 'evil.exe')],
    ['a page that looks like a table', bytes('<p>a,b</p>\n1,2')],
    ['a line of words', bytes('no table at all')],
    ['nothing', Buffer.alloc(0)],
    ['a page behind a picture’s name', bytes([0xff, 0xd8], '<html>')],
  ])('is refused for %s', (_what, data) => {
    expect(sniff(data)).toBeUndefined();
  });
});

/** Sheets of 100,000 rows, which are unpacked and read in a stream; archives of pictures, which are unpacked one by one. */
const LARGER = new Map([
  ['catalog.previewProductImport', 30],
  ['catalog.previewImageZip', 60],
  ['logistics.uploadCarrierBill', 20],
  ['finance.uploadSettlementFile', 30],
  ['finance.uploadStatement', 20],
]);
const uploads = calls
  .filter(({ call }) => call.upload)
  .map(({ area, name, call }) => [`${area}.${name}`, call] as const);

describe.each(uploads)('%s', (name, call) => {
  const megabytes = LARGER.get(name) ?? 5;
  let server: TestServer;
  let main: Person;
  beforeAll(async () => {
    server = await testServer();
    main = await server.company();
  });
  afterAll(() => server.close());

  const kinds = call.upload?.kinds ?? [];
  const limit = call.upload?.maxBytes ?? 0;
  const right = SAMPLES[kinds[0] ?? 'xls'];
  const other = (Object.keys(SAMPLES) as FileKind[]).find((kind) => !kinds.includes(kind));
  const wrong = other ? SAMPLES[other] : bytes('MZ', [0x90, 0]);

  it(`takes at most ${megabytes} megabytes`, () => {
    expect(limit).toBeLessThanOrEqual(megabytes * MEGABYTE);
  });

  it('refuses a file that is larger', async () => {
    const large = Buffer.concat([right, Buffer.alloc(limit)]);
    expect(await send(server, main, call, large, `large.${kinds[0]}`)).toEqual({
      status: 400,
      field: 'file',
      said: new RegExp(`${megabytes} MB`),
    });
  });

  it('refuses what is something else than its name says', async () => {
    const disguised = await send(server, main, call, wrong, `innocent.${kinds[0]}`);
    expect(disguised).toEqual({ status: 400, field: 'file', said: new RegExp(kinds.join(', ')) });
    expect((await send(server, main, call, bytes('<html>'), `page.${kinds[0]}`)).status).toBe(400);
  });

  it('asks for a file where there is none, unless it may come without', async () => {
    const response = await fetch(`${server.url}/api${call.path}`, { method: 'POST', headers: { token: main.token } });
    expect(response.status).toBe(400);
    const { data } = (await response.json()) as { data: { fields: { path: string }[] } };
    expect(data.fields.some(({ path }) => path === 'file')).toBe(!call.upload?.optional);
  });
});

async function send(server: TestServer, as: Person, call: Call, data: Buffer, name: string) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(data)]), name);
  const response = await fetch(`${server.url}/api${call.path}`, {
    method: 'POST',
    headers: { token: as.token },
    body: form,
  });
  const answer = (await response.json()) as { data: { fields?: { path: string; message: string }[] } };
  const [field] = answer.data.fields ?? [];
  const message = field?.message ?? '';
  const said = {
    asymmetricMatch: (pattern: unknown) => pattern instanceof RegExp && pattern.test(message),
    toString: () => message,
  };
  return { status: response.status, field: field?.path, said };
}
