import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SettlementFile } from './file.ts';
import { readSettlementFile } from './read.ts';
import { cents, type Drawn, money } from './writers.testing.ts';

const amount = money('point');
/** An interchange of messages, each with its segments, written by hand. */
function edi(messages: readonly { code: string; segments: readonly string[] }[], sign = '~'): Buffer {
  const isa = `ISA*00*          *00*          *ZZ*HOMEDEPOT      *ZZ*TRADEWINDHOME  *261122*0830*^*00401*000000017*0*P*>`;
  const sets = messages.flatMap(({ code, segments }, at) => [
    `ST*${code}*000${at + 1}`,
    ...segments,
    `SE*${segments.length + 2}*000${at + 1}`,
  ]);
  const all = [isa, 'GS*RA*HOMEDEPOT*TRADEWINDHOME*20261122*0830*17*X*004010', ...sets, `GE*${messages.length}*17`];
  return Buffer.from(`${[...all, 'IEA*1*000000017'].join(`${sign}\n`)}${sign}\n`);
}
const read = (data: Buffer): SettlementFile => readSettlementFile(data, { platform: 'homedepot' });
const linesTotal = (answer: SettlementFile) => answer.lines.reduce((sum, line) => sum + cents(line.amount), 0);

const item = fc.record({
  paid: fc.integer({ min: -99_999, max: 9_999_999 }).filter(Boolean),
  adjustments: fc.array(
    fc.record({
      cents: fc.integer({ min: -9999, max: 9999 }).filter(Boolean),
      code: fc.constantFrom('01', '11', '55', '57', 'ZZ'),
    }),
    {
      maxLength: 3,
    },
  ),
});
const advice = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 12 }),
  alone: fc.array(fc.integer({ min: -99_999, max: 99_999 }).filter(Boolean), { maxLength: 3 }),
  gross: fc.boolean(),
});

/** A remittance in which what an invoice pays is told before (gross) or after its adjustments. */
function remittance({ items, alone, gross }: Drawn<typeof advice>) {
  const adjusted = (one: (typeof items)[number]) =>
    one.adjustments.reduce((sum, adjustment) => sum + adjustment.cents, 0);
  const total =
    items.reduce((sum, one) => sum + one.paid + (gross ? adjusted(one) : 0), 0) +
    alone.reduce((sum, one) => sum + one, 0);
  const segments = [
    `BPR*I*${amount(total)}*C*ACH*CTX*01*021000021*DA*123456789*9876543210**01*071000013*DA*555019900*20261120`,
    'TRN*1*PAY-1*121140399',
    'CUR*BY*USD',
    'DTM*097*20261119',
    'N1*PR*The Home Depot',
    'ENT*1',
    ...alone.map((one, at) => `ADX*${amount(one)}*16*ZZ*ALONE-${at}`),
    ...items.flatMap((one, at) => [
      `RMR*IV*INV-${at}**${amount(one.paid)}`,
      `REF*PO*4567${at}`,
      'DTM*003*20261101',
      ...one.adjustments.map(({ cents: value, code }, i) => `ADX*${amount(value)}*${code}*ZZ*ADJ-${at}-${i}`),
    ]),
  ];
  return { segments, total };
}

describe('a remittance advice', () => {
  it('comes to what BPR pays, whether invoices are told before or after their adjustments', () => {
    fc.assert(
      fc.property(advice, fc.constantFrom('~', '\\'), (drawn, sign) => {
        const { segments, total } = remittance(drawn);
        const answer = read(edi([{ code: '820', segments }], sign));
        expect(answer.format).toBe('x12 820');
        expect(answer.header).toEqual([
          {
            settlementId: 'PAY-1',
            depositDay: '2026-11-20',
            currency: 'USD',
            total: amount(total),
            accountTail: '9900',
          },
        ]);
        expect(answer.setAside).toEqual([]);
        expect(linesTotal(answer)).toBe(total);
        expect(answer.gap).toMatchObject([{ gap: '0.00' }]);
        const adjustments = answer.lines.filter((line) => line.type.startsWith('ADX'));
        const expected = [...drawn.alone, ...drawn.items.flatMap((one) => one.adjustments.map((each) => each.cents))];
        expect(adjustments.map((line) => cents(line.amount)).sort()).toEqual(expected.sort());
        expect(new Set(answer.lines.map((line) => line.reference)).size).toBe(answer.lines.length);
        // A segment is named by its place among all: ISA, GS and ST stand before the first.
        for (const line of answer.lines) expect(segments[line.row - 4]).toMatch(/^(RMR|ADX)\*/);
      }),
    );
  });

  it('keeps segments apart that it cannot read, and shows what they lack', () => {
    fc.assert(
      fc.property(advice, fc.nat(), (drawn, place) => {
        const { segments, total } = remittance({
          ...drawn,
          gross: false,
          items: drawn.items.map((one) => ({ ...one, adjustments: [] })),
        });
        const places = segments.flatMap((one, at) => (/^(RMR|ADX)/.test(one) ? [at] : []));
        const at = places[place % places.length] ?? 0;
        const harmed = segments.map((one, i) => (i === at ? one.replace(/\*-?\d+\.\d\d/, '*12X') : one));
        const answer = read(edi([{ code: '820', segments: harmed }]));
        expect(answer.setAside).toMatchObject([{ row: at + 4, raw: harmed[at] }]);
        expect(cents(answer.gap[0]?.gap ?? '')).toBe(total - linesTotal(answer));
      }),
    );
  });

  it('names orders, reasons and the discount that explains a payment', () => {
    const segments = [
      'BPR*I*142.00*C*CHK************20261120',
      'TRN*1*77',
      'ENT*1',
      'ADX*-5.00*56*ZZ*COOP',
      'RMR*IV*INV-1**98.00*100.00*2.00',
      'REF*PO*45678901',
      'RMR*CM*CM-9**-11.00',
      'RMR*IV*INV-2**60.00',
      'ADX*-10.00*11*ZZ*RTV',
    ];
    const { lines, gap } = read(edi([{ code: '820', segments }]));
    expect(lines.map(({ kind, type, amount: one, platformOrderNo }) => [kind, type, one, platformOrderNo])).toEqual([
      ['advertising', 'ADX/56', '-5.00', undefined],
      ['sale', 'RMR/IV', '100.00', '45678901'],
      ['discount', 'RMR/discount', '-2.00', '45678901'],
      ['refund', 'RMR/CM', '-11.00', undefined],
      ['sale', 'RMR/IV', '70.00', undefined],
      ['refund', 'ADX/11', '-10.00', undefined],
    ]);
    expect(gap).toMatchObject([{ gap: '0.00' }]);
  });

  it('that does not come to BPR is taken with its gap; a message that lost a segment says so', () => {
    const segments = ['BPR*I*100.00*C*ACH************20261120', 'TRN*1*77', 'RMR*IV*INV-1**90.00'];
    const other = { code: '820', segments: ['BPR*I*1.00*C*ACH************20261120', 'TRN*1*78', 'RMR*IV*I**1.00'] };
    expect(read(edi([{ code: '820', segments }, other])).gap).toMatchObject([
      { settlementId: '77', gap: '10.00' },
      { settlementId: '78', gap: '0.00' },
    ]);
    const cut = Buffer.from(
      edi([{ code: '820', segments }])
        .toString()
        .replace('SE*5', 'SE*6'),
    );
    expect(read(cut)).toMatchObject({ setAside: [{ row: 3, reason: expect.stringContaining('SE01') }], lineCount: 1 });
  });

  it('of which the end is cut off is refused', () => {
    const { segments } = remittance({ items: [{ paid: 1, adjustments: [] }], alone: [], gross: false });
    const whole = edi([{ code: '820', segments }]);
    expect(() => read(whole.subarray(0, whole.length - 30))).toThrow('cannot be relied on');
    expect(() => read(edi([{ code: '850', segments: ['BEG*00*SA*1**20261122'] }]))).toThrow(
      'settlements are 820 and 810',
    );
  });
});

describe('an invoice', () => {
  const invoice = fc.record({
    lines: fc.array(
      fc.record({ quantity: fc.integer({ min: 1, max: 99 }), price: fc.integer({ min: 1, max: 99_999 }) }),
      { minLength: 1, maxLength: 9 },
    ),
    allowance: fc.nat(999),
    freight: fc.nat(999),
    credit: fc.boolean(),
  });

  it('comes to TDS, in cents without a point; a credit memo the other way', () => {
    fc.assert(
      fc.property(invoice, ({ lines, allowance, freight, credit }) => {
        const sum = lines.reduce((all, one) => all + one.quantity * one.price, 0) - allowance + freight;
        const total = credit ? -sum : sum;
        const segments = [
          `BIG*20261121*INV1001*20261120*45678901***${credit ? 'CR' : 'DI'}`,
          'CUR*SE*USD',
          ...lines.map((one, at) => `IT1*${at + 1}*${one.quantity}*EA*${amount(one.price)}**SK*100*VN*TBL-${at}`),
          ...(allowance ? [`SAC*A*C310***${allowance}`] : []),
          ...(freight ? [`SAC*C*D240***${freight}`] : []),
          `TDS*${total}`,
        ];
        const answer = read(edi([{ code: '810', segments }]));
        expect(answer.setAside).toEqual([]);
        expect(answer.header).toMatchObject([{ settlementId: 'INV1001', currency: 'USD', total: amount(total) }]);
        expect(linesTotal(answer)).toBe(total);
        expect(answer.lines[0]).toMatchObject({
          platformOrderNo: '45678901',
          sellerSku: 'TBL-0',
          quantity: lines[0]?.quantity,
        });
      }),
    );
  });
});
