import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindOfAmount } from '../marketplaces/amazon/settlement-kinds.ts';
import type { SettlementFile, SettlementFileOptions } from './file.ts';
import { readSettlementFile } from './read.ts';
import {
  AMAZON_COLUMNS,
  amazonRows,
  cents,
  type Drawn,
  ENCODERS,
  type Encoding,
  money,
  TIMES,
  type TimeStyle,
  tsv,
  type Written,
} from './writers.testing.ts';

const read = (text: string, more: Partial<SettlementFileOptions> = {}, encoding: Encoding = 'utf-8'): SettlementFile =>
  readSettlementFile(ENCODERS[encoding](text), { platform: 'amazon', ...more });

/** What both versions can say: V1 names prices, fees and promotions, and everything else by its transaction. */
const WORDS = [
  ['Order', 'ItemPrice', 'Principal'],
  ['Order', 'ItemPrice', 'Shipping'],
  ['Order', 'ItemFees', 'Commission'],
  ['Order', 'ItemFees', 'FBAPerUnitFulfillmentFee'],
  ['Order', 'Promotion', 'Principal'],
  ['Refund', 'ItemPrice', 'Principal'],
  ['Refund', 'ItemFees', 'RefundCommission'],
  ['Previous Reserve Amount Balance', 'other-transaction', ''],
  ['Current Reserve Amount', 'other-transaction', ''],
  ['Storage Fee', 'other-transaction', ''],
] as const;

const written: fc.Arbitrary<Written> = fc
  .record({
    words: fc.constantFrom(...WORDS),
    order: fc.integer({ min: 1, max: 9_999_999 }).map((n) => `113-${String(n).padStart(7, '0')}-7654321`),
    cents: fc.integer({ min: -99_999_999, max: 99_999_999 }).filter((one) => one !== 0),
    at: fc.integer({ min: 0, max: 27 * 86_400 }).map((s) => new Date(Date.UTC(2026, 9, 18) + s * 1000)),
    sku: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ words: [type, amountType, description], sku, ...rest }) => ({
    ...rest,
    ...{ type, amountType, description, sku: `SKU ${sku}` },
  }));

const LOCALES: readonly { name: string; currency: string; words: string; encodings: readonly Encoding[] }[] = [
  { name: 'US', currency: 'USD', words: 'Mug 12" red', encodings: ['utf-8', 'utf-8 with its mark'] },
  { name: 'DE', currency: 'EUR', words: 'Größe für Käufer', encodings: ['utf-8', 'windows-1252'] },
  { name: 'FR', currency: 'EUR', words: 'Tasse émaillée', encodings: ['utf-8 with its mark', 'windows-1252'] },
  { name: 'JP', currency: 'JPY', words: 'マグカップ 赤', encodings: ['utf-8', 'shift_jis'] },
];
const file = fc.record({
  version: fc.constantFrom('V1' as const, 'V2' as const),
  locale: fc.constantFrom(...LOCALES),
  encoding: fc.nat(1),
  amount: fc.constantFrom('point', 'comma', 'grouped point', 'grouped comma').map((style) => money(style as 'point')),
  time: fc.constantFrom(...(Object.keys(TIMES) as TimeStyle[])),
  lines: fc.array(written, { minLength: 1, maxLength: 40 }),
});
const totalOf = (lines: readonly { cents: number }[]) => lines.reduce((sum, one) => sum + one.cents, 0);
const linesCents = (answer: SettlementFile) => answer.lines.reduce((sum, line) => sum + cents(line.amount), 0);

function made({ version, locale, encoding, amount, time, lines }: Drawn<typeof file>) {
  const named = lines.map((one) => ({ ...one, sku: `${locale.words} ${one.sku}` }));
  const style = { version, currency: locale.currency, amount, time: TIMES[time] };
  const rows = amazonRows('18906543210', named, totalOf(named), style);
  return { named, rows, encoding: locale.encodings[encoding] ?? 'utf-8' };
}
// A day shows its order in every file of a month: the settlement itself ends on the 16th.
describe('a settlement of Amazon', () => {
  it('is read to the cent in each version, country, encoding and way of writing', () => {
    fc.assert(
      fc.property(file, (drawn) => {
        const { named, rows, encoding } = made(drawn);
        const answer = read(tsv(rows), {}, encoding);
        expect(answer.setAside).toEqual([]);
        expect(answer.header).toMatchObject([
          { settlementId: '18906543210', currency: drawn.locale.currency, from: '2026-10-18T00:00:00.000Z' },
        ]);
        expect(answer.header[0]?.depositDay).toBe('2026-11-18');
        expect(answer.gap.map((one) => cents(one.gap ?? '1'))).toEqual([0]);
        expect(answer.lines).toHaveLength(named.length);
        for (const [at, line] of answer.lines.entries()) {
          const one = named[at]!;
          expect([cents(line.amount), line.postedAt, line.sellerSku, line.platformOrderNo ?? line.shipmentNo]).toEqual([
            one.cents,
            one.at.toISOString(),
            one.sku,
            one.order,
          ]);
          expect(line).toMatchObject({ transactionType: one.type, description: one.description, row: at + 3 });
          expect(line.kind).toBe(kindOfAmount(one.type, one.amountType, one.description));
        }
        const months = Object.fromEntries(answer.totalsByMonth.map(({ month, amount }) => [month, cents(amount)]));
        const expected: Record<string, number> = {};
        for (const one of named) {
          const month = one.at.toISOString().slice(0, 7);
          expected[month] = (expected[month] ?? 0) + one.cents;
        }
        expect(months).toEqual(expected);
        expect(answer.totalsByType.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(totalOf(named));
      }),
    );
  });

  it('is the same in any order of its rows, with the same references', () => {
    fc.assert(
      fc.property(file, fc.infiniteStream(fc.nat()), (drawn, dice) => {
        const { rows, encoding } = made(drawn);
        const [titles, ...body] = rows;
        const shuffled = [...body];
        for (let at = shuffled.length - 1; at > 0; at--) {
          const other = Number(dice.next().value) % (at + 1);
          [shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
        }
        const [first, second] = [rows, [titles!, ...shuffled]].map((one) => read(tsv(one), {}, encoding));
        const named = (answer: SettlementFile | undefined) =>
          answer?.lines.map(({ reference, amount, postedAt }) => `${reference} ${amount} ${postedAt}`).sort();
        expect(named(second)).toEqual(named(first));
        expect(second?.gap).toEqual(first?.gap);
        expect(new Set(second?.lines.map((line) => line.reference)).size).toBe(second?.lines.length);
      }),
    );
  });

  it('sets rows with lost cells aside by their number, and its gap is what they held', () => {
    const loss = fc.constantFrom('cut', 'amount', 'currency of another', 'time', 'type', 'id', 'word');
    fc.assert(
      fc.property(file, fc.array(fc.tuple(fc.nat(), loss), { minLength: 1, maxLength: 6 }), (drawn, losses) => {
        const { named, rows, encoding } = made(drawn);
        const columns = AMAZON_COLUMNS[drawn.version];
        const place = (title: string) => (columns as readonly string[]).indexOf(title);
        const hurt = new Map<number, string>();
        for (const [draw, how] of losses) hurt.set(2 + (draw % named.length), how);
        const harmed = rows.map((cells, at) => {
          const how = hurt.get(at);
          if (how === undefined) return cells;
          const set = (title: string, text: string) => cells.map((cell, i) => (i === place(title) ? text : cell));
          const amountAt = cells.findIndex((cell, i) => i > 11 && cell !== '' && /amount$/.test(columns[i] ?? ''));
          if (how === 'cut') return cells.slice(0, 7);
          if (how === 'amount') return cells.map((cell, i) => (i === amountAt ? '#REF!' : cell));
          if (how === 'currency of another') return set('currency', 'SEK');
          if (how === 'time')
            return cells.map((cell, i) => (i === place('posted-date') || i === place('posted-date-time') ? '' : cell));
          if (how === 'type') return set('transaction-type', '');
          if (how === 'id') return set('settlement-id', '');
          return cells.map((cell, i) => (i === amountAt ? 'twelve' : cell));
        });
        const answer = read(tsv(harmed), {}, encoding);
        expect(answer.setAside.map(({ row }) => row).sort((a, b) => a - b)).toEqual(
          [...hurt.keys()].map((at) => at + 1).sort((a, b) => a - b),
        );
        for (const { row, reason, raw } of answer.setAside) {
          expect(reason).not.toBe('');
          expect(raw).toContain((harmed[row - 1] ?? []).find((cell) => cell !== '') ?? 'none');
        }
        const lost = [...hurt.keys()].reduce((sum, at) => sum + named[at - 2]!.cents, 0);
        expect(linesCents(answer)).toBe(totalOf(named) - lost);
        expect(answer.gap.map((one) => cents(one.gap ?? '0'))).toEqual([lost]);
        // Each row is a line, or set aside, or the settlement: none is lost.
        const found = [...answer.lines.map((line) => line.row), ...answer.setAside.map((one) => one.row)];
        expect(found.sort((a, b) => a - b)).toEqual(named.map((_, at) => at + 3));
      }),
    );
  });

  it('that was cut off anywhere is taken as far as it goes', () => {
    fc.assert(
      fc.property(file, fc.double({ min: 0, max: 1, noNaN: true }), (drawn, share) => {
        const { rows } = made(drawn);
        const text = tsv(rows);
        const start = tsv(rows.slice(0, 2)).length;
        const kept = text.slice(0, start + Math.floor((text.length - start) * share));
        const answer = read(kept);
        const complete = kept.split('\r\n').length - 1;
        const found = new Set([...answer.lines.map((line) => line.row), ...answer.setAside.map((one) => one.row)]);
        for (let row = 3; row <= complete; row++) expect(found.has(row)).toBe(true);
        expect(answer.header).toHaveLength(1);
      }),
    );
  });

  it('of several settlements keeps each apart, also of two currencies', () => {
    const line = (at: number, currencyCents: number) => ({
      ...{ type: 'Order', amountType: 'ItemPrice', description: 'Principal', cents: currencyCents, sku: `S${at}` },
      ...{ order: '302-1234567-1234567', at: new Date('2026-11-02T00:00:00Z') },
    });
    const style = { version: 'V2' as const, amount: money('point'), time: TIMES.utc };
    const first = amazonRows('1111111', [line(1, 500)], 500, { ...style, currency: 'EUR' });
    const [, ...second] = amazonRows('2222222', [line(2, 700), line(3, 1)], 800, { ...style, currency: 'GBP' });
    const answer = read(tsv([...first, ...second]));
    expect(answer.gap).toMatchObject([
      { settlementId: '1111111', currency: 'EUR', gap: '0.00' },
      { settlementId: '2222222', currency: 'GBP', linesTotal: '7.01', gap: '0.99' },
    ]);
  });
});

describe('what Amazon names', () => {
  const rows = (...lines: string[][]) =>
    tsv([
      [...AMAZON_COLUMNS.V2],
      ['77', '2026-11-01', '2026-11-15', '2026-11-17', '1.00', 'USD'],
      ...lines.map(([type = '', order = '', shipment = '', amountType = '', description = '', amount = '1.00']) => [
        ...['77', '', '', '', '', '', type, order, '', '', shipment, '', amountType, description, amount, ''],
        '2026-11-02 12:00:00 UTC',
      ]),
    ]);

  it.each([
    ['ServiceFee', 'Cost of Advertising', 'TransactionTotalAmount', 'advertising'],
    ['ServiceFee', 'Cost of Advertising', 'Tax on fee', 'feeTax'],
    ['FBAFees', 'FBA Inventory Storage Fee', 'Base fee', 'storage'],
    ['FBAFees', 'FBA Removal Order: Disposal Fee', 'Base fee', 'fulfilment'],
    ['AmazonFees', 'Coupon Participation Fee', 'Base fee', 'advertising'],
    ['other-transaction', 'other-transaction', 'Previous Reserve Amount Balance', 'reserve'],
    ['other-transaction', 'other-transaction', 'Current Reserve Amount', 'reserve'],
    ['other-transaction', 'other-transaction', 'Amazon Capital Services Loan Repayment', 'loan'],
    ['other-transaction', 'FBA Inventory Reimbursement', 'WAREHOUSE_DAMAGE', 'adjustment'],
    ['other-transaction', 'other-transaction', 'Transfer of funds unsuccessful: account closed', 'payout'],
    ['Debt Adjustment', 'Debt Adjustment', 'Cross-Account Debt Adjustment (for DE)', 'adjustment'],
    ['Order', 'ItemWithheldTax', 'MarketplaceFacilitatorTax-Principal', 'tax'],
    ['Order', 'ItemWithheldTax', 'TDS (Section 194-O)', 'tax'],
    ['Order_Retrocharge', 'ItemPrice', 'Tax', 'tax'],
    ['Order', 'Promotion', 'Shipping', 'discount'],
    ['Refund', 'Promotion', 'Principal', 'refund'],
    ['other-transaction', 'other-transaction', 'Something new', 'other'],
  ])('%s, %s, %s is %s', (type, amountType, description, kind) => {
    expect(read(rows([type, '', '', amountType, description])).lines).toMatchObject([{ kind }]);
  });

  it('an order or a shipment is kept apart in the order column', () => {
    const { lines } = read(
      rows(
        ['Order', '113-1234567-1234567', 'D1FyNyr6b', 'ItemPrice', 'Principal'],
        ['FBAFees', 'FBA15DK0ABCD', '', 'FBA Inbound Placement Service Fee', 'Base fee'],
        ['other-transaction', '113-1234567-7654321', '', 'other-transaction', 'Shipping label purchase'],
      ),
    );
    expect(lines.map(({ platformOrderNo, shipmentNo }) => [platformOrderNo, shipmentNo])).toEqual([
      ['113-1234567-1234567', 'D1FyNyr6b'],
      [undefined, 'FBA15DK0ABCD'],
      ['113-1234567-7654321', undefined],
    ]);
  });

  it('rows that say the same are two lines with two references', () => {
    const same = ['Order', '113-1234567-1234567', '', 'ItemPrice', 'Principal'];
    const { lines } = read(rows(same, same));
    expect(new Set(lines.map((line) => line.reference)).size).toBe(2);
  });

  it('days that may be two are set aside, unless another shows their order or the currency is the dollar', () => {
    const text = (currency: string, day: string) =>
      tsv([
        [...AMAZON_COLUMNS.V2],
        ['77', '11/01/2026', '11/12/2026', '11/12/2026', '1.00', currency],
        [...['77', '', '', '', '', '', 'Order', '', '', '', '', '', 'ItemPrice', 'Principal', '1.00', ''], day],
      ]);
    expect(read(text('USD', '11/02/2026')).lines).toMatchObject([{ postedAt: '2026-11-02T00:00:00.000Z' }]);
    expect(read(text('GBP', '11/02/2026')).setAside.map(({ row }) => row)).toEqual([2, 3]);
    expect(read(text('GBP', '11/02/2026'), { dateOrder: 'dmy' }).lines).toMatchObject([
      { postedAt: '2026-02-11T00:00:00.000Z' },
    ]);
    expect(read(text('GBP', '13/11/2026')).lines).toMatchObject([{ postedAt: '2026-11-13T00:00:00.000Z' }]);
  });

  it('a second statement of a settlement is set aside: it may be a row that lost its amount', () => {
    const text = rows(['Order', '', '', 'ItemPrice', 'Principal']).split('\r\n');
    const again = text[1] ?? '';
    for (const second of [again, again.replace('1.00', '2.00')]) {
      const answer = read([...text, second].join('\n'));
      expect(answer).toMatchObject({ setAside: [{ row: 4 }], header: [{ total: '1.00' }], gap: [{ gap: '0.00' }] });
    }
  });

  it('the row of the settlement itself counts, not one that is cut off behind the period', () => {
    const [titles = '', settled = '', ...lines] = rows(['Order', '', '', 'ItemPrice', 'Principal']).split('\r\n');
    const answer = read([titles, '77\t2026-11-01\t2026-11-15\t\t\tUSD', settled, ...lines].join('\n'));
    expect(answer).toMatchObject({ setAside: [{ row: 2 }], header: [{ depositDay: '2026-11-17', total: '1.00' }] });
    expect(answer.gap).toMatchObject([{ gap: '0.00' }]);
  });

  it('a file whose settlement is cut out needs its currency', () => {
    const [titles, , line] = rows(['Order', '', '', 'ItemPrice', 'Principal']).split('\r\n');
    const text = `${titles}\n${line}`;
    expect(read(text)).toMatchObject({ header: [], lines: [], setAside: [{ row: 2 }] });
    expect(read(text, { currency: 'USD' })).toMatchObject({ header: [], setAside: [], gap: [{ linesTotal: '1.00' }] });
  });
});

describe('columns named in a language that nobody knows', () => {
  it.each(['V1', 'V2'] as const)('are read by their places in %s', (version) => {
    const titles = AMAZON_COLUMNS[version].map((_, at) => `項目${at}`);
    const style = { version, currency: 'JPY', amount: money('point'), time: TIMES.utc, titles };
    const line = { type: 'Order', order: '250-1234567-1234567', amountType: 'ItemPrice', description: 'Principal' };
    const rows = amazonRows(
      '18906543210',
      [{ ...line, cents: 120_000, at: new Date('2026-11-02T03:00:00Z'), sku: 'カップ' }],
      120_000,
      style,
    );
    expect(read(tsv(rows), {}, 'shift_jis')).toMatchObject({
      format: `amazon ${version}`,
      lines: [{ amount: '1200.00', sellerSku: 'カップ', kind: 'sale' }],
      gap: [{ gap: '0.00' }],
    });
  });

  it('are none with another number of columns', () => {
    expect(() => read('甲\t乙\t丙\n123456789\t2\t3')).toThrow('This is no settlement of Amazon');
  });
});
