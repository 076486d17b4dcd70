import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { XlsxWriter } from '../core/xlsx.ts';
import { DEFLATED, zipDirectory, zipHead } from '../core/zip.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tradewind-settlement-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Neither a company nor a database: nothing of the environment says where one would be. */
function settlement(...args: string[]) {
  const ended = spawnSync(process.execPath, [join(import.meta.dirname, 'settlement.ts'), ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(scratch, 'compiled') },
    encoding: 'utf8',
  });
  return { code: ended.status, said: ended.stderr, answer: ended.status === 0 ? JSON.parse(ended.stdout) : undefined };
}
function kept(name: string, data: string | Buffer): string {
  writeFileSync(join(scratch, name), data);
  return join(scratch, name);
}
function zipOf(members: Record<string, string>): Buffer {
  const chunks: Buffer[] = [];
  let offset = 0;
  const parts = Object.entries(members).map(([name, text]) => {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const part = { name, crc: crc32(content), size: content.length, packed: packed.length, offset };
    const head = zipHead(name, DEFLATED, part);
    chunks.push(head, packed);
    offset += head.length + packed.length;
    return part;
  });
  return Buffer.concat([...chunks, zipDirectory(parts, DEFLATED, offset)]);
}

const HEAD =
  'settlement-id\tsettlement-start-date\tsettlement-end-date\tdeposit-date\ttotal-amount\tcurrency\ttransaction-type\torder-id\tamount-type\tamount-description\tamount\tposted-date';
const AMAZON = [
  HEAD,
  '111\t01.10.2026 00:00:00 UTC\t15.11.2026 00:00:00 UTC\t17.11.2026\t1.015,50\tEUR',
  '111\t\t\t\t\t\tOrder\t302-1234567-1234567\tItemPrice\tPrincipal\t1.020,00\t31.10.2026 12:00:00 UTC',
  '111\t\t\t\t\t\tOrder\t302-1234567-1234567\tItemFees\tCommission\t-3,00\t01.11.2026 12:00:00 UTC',
  '111\t\t\t\t\t\tother-transaction\t\tother-transaction\tSomething new\t-1,00\t01.11.2026 12:00:00 UTC',
  '111\t\t\t\t\t\tOrder\t302-1234567-1234567\tItemFees\tCommission\t\t01.11.2026 12:00:00 UTC',
].join('\n');
const WALMART =
  'Period Start Date,Period End Date,Total Payable,Currency,Transaction Posted Timestamp,Transaction Type,Transaction Description,Purchase Order #,Amount,Amount Type\n' +
  '10/18/2026,10/31/2026,17.18,USD,11/07/2026,PaymentSummary,,,,\n' +
  ',,,,10/19/2026,Sale,Purchase,129,19.52,Product Price\n' +
  ',,,,10/19/2026,Sale,Purchase,129,-2.34,Commission on Product\n';

test('a settlement is printed by type and month, with what is new, what is set aside, and its gap', () => {
  const { code, answer } = settlement('read', kept('v2.txt', AMAZON), '--platform', 'amazon');
  expect(code).toBe(0);
  expect(answer).toMatchObject({
    platform: 'amazon',
    format: 'amazon V2',
    header: [{ settlementId: '111', depositDay: '2026-11-17', currency: 'EUR', total: '1015.50' }],
    gap: [{ total: '1015.50', linesTotal: '1016.00', gap: '-0.50' }],
    totalsByMonth: [
      { month: '2026-10', currency: 'EUR', amount: '1020.00' },
      { month: '2026-11', currency: 'EUR', amount: '-4.00' },
    ],
    unmapped: [{ description: 'Something new', kind: 'other', amount: '-1.00' }],
    setAside: [{ row: 6, reason: 'amount: it is empty' }],
    lineCount: 3,
  });
  expect(answer.totalsByType.map((one: { kind: string; amount: string }) => [one.kind, one.amount])).toEqual([
    ['commission', '-3.00'],
    ['sale', '1020.00'],
    ['other', '-1.00'],
  ]);
});

test('the archive that Walmart sends is opened', () => {
  const file = kept('10000000354.zip', zipOf({ '10000000354_recon.csv': WALMART }));
  expect(settlement('read', file, '--platform', 'walmart').answer).toMatchObject({
    ...{ gap: [{ total: '17.18', gap: '0.00' }], setAside: [], totalsByMonth: [{ month: '2026-10', amount: '17.18' }] },
  });
});

test('the XML report of Amazon is read like its flat file', () => {
  const amount = (value: string) => `<Amount currency="EUR">${value}</Amount>`;
  const xml = `<?xml version="1.0"?><AmazonEnvelope><Message><SettlementReport><SettlementData><AmazonSettlementID>111</AmazonSettlementID>
    <TotalAmount currency="EUR">-3.00</TotalAmount><StartDate>2026-10-01T00:00:00+00:00</StartDate><EndDate>2026-11-15T00:00:00+00:00</EndDate>
    <DepositDate>2026-11-17T00:00:00+00:00</DepositDate></SettlementData><OtherTransaction><TransactionType>Subscription Fee</TransactionType>
    <PostedDate>2026-11-01T12:00:00+00:00</PostedDate>${amount('-3.00')}</OtherTransaction></SettlementReport></Message></AmazonEnvelope>`;
  expect(settlement('read', kept('report.xml', xml), '--platform', 'amazon').answer).toMatchObject({
    ...{ format: 'amazon XML', gap: [{ total: '-3.00', gap: '0.00' }], setAside: [], lineCount: 1 },
    header: [{ settlementId: '111', depositDay: '2026-11-17', currency: 'EUR' }],
  });
});

test('times without a zone are on the clock that is named', () => {
  const rows = 'Time,What,Amount\n2026-11-01 01:30:00,sale,1.00';
  const columns = kept('zone.json', JSON.stringify({ date: 'Time', type: 'What', amount: 'Amount' }));
  const args = ['read', kept('zone.csv', rows), '--platform', 'temu', '--columns', columns, '--currency', 'USD'];
  const monthsOf = (...more: string[]) => settlement(...args, ...more).answer?.totalsByMonth[0].month;
  expect([monthsOf(), monthsOf('--zone', 'Asia/Shanghai'), monthsOf('--zone', 'Moon')]).toEqual([
    '2026-11',
    '2026-10',
    undefined,
  ]);
});

test('a workbook is read by columns of a file', async () => {
  const titles = ['Day', 'Order', 'What', 'Sold', 'Fee'];
  const writer = await XlsxWriter.open(titles.map((title) => ({ title, width: 12 })));
  await writer.rows([
    [{ number: '46327' }, 'PO-1', 'sale', { number: '100.5' }, { number: '12.25' }],
    ['2026-11-02', 'PO-2', 'fine', { number: '-3' }, null],
  ]);
  const file = kept('temu.xlsx', await writer.finish());
  const parts = [{ column: 'Sold' }, { column: 'Fee', kind: 'commission', sign: 'opposite' }];
  const kinds = [{ when: '^sale', kind: 'sale' }];
  const columns = kept('columns.json', JSON.stringify({ date: 'Day', order: 'Order', type: 'What', parts, kinds }));
  const { answer } = settlement('read', file, '--platform', 'temu', '--columns', columns, '--currency', 'USD');
  expect(answer).toMatchObject({
    ...{ setAside: [], gap: [{ currency: 'USD', linesTotal: '85.25' }], unmapped: [{ amount: '-3', kind: 'other' }] },
  });
});

test('what cannot be read is told in one line', () => {
  const file = kept('some.txt', AMAZON);
  const cases: [args: string[], said: RegExp][] = [
    [['read', file, '--platform', 'amazon', '--moon', '1'], /^npm run settlement/],
    [['read', file, '--platform', 'moon'], /^There is no platform moon: amazon, /],
    [['read', kept('letter.txt', 'Dear all,\nhello'), '--platform', 'amazon'], /^This is no settlement of Amazon/],
    [['read', file, '--platform', 'temu', '--columns', file], /is no JSON/],
    [['read', kept('two.zip', zipOf({ 'a.csv': 'a', 'b.csv': 'b' })), '--platform', 'walmart'], /holds 2 tables/],
  ];
  for (const [args, expected] of cases) {
    const { code, said } = settlement(...args);
    expect([args, code, said.trim().split('\n').length]).toEqual([args, 1, 1]);
    expect(said).toMatch(expected);
  }
});
