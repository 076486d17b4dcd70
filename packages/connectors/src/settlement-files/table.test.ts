import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SettlementColumnsInput } from './columns.ts';
import { readColumns, readSettlementFile } from './read.ts';
import { cents, csv, ENCODERS, type Encoding, money } from './writers.testing.ts';

const bytes = (text: string, encoding: Encoding = 'utf-8') => ENCODERS[encoding](text);
const amount = money('point');
const some = fc.integer({ min: 1, max: 9_999_999 });
const day = fc.integer({ min: 0, max: 27 }).map((n) => new Date(Date.UTC(2026, 9, 18 + n)));
const slashed = (at: Date) => `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()}`;
const named = (at: Date) =>
  `${at.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })} ${at.getUTCDate()}, ${at.getUTCFullYear()}`;
const sum = (all: readonly { amount: string }[]) => all.reduce((total, one) => total + cents(one.amount), 0);
/** Numbers of rows that are hurt, of so many. */
const hurting = fc.array(fc.nat(), { maxLength: 4 });

describe('payments of Shopify', () => {
  const titles =
    'Transaction Date,Type,Order,Card Brand,Card Source,Payout Status,Payout Date,Payout ID,Available On,Amount,Fee,Net,Checkout,Payment Method Name,Presentment Amount,Presentment Currency,Currency,VAT'.split(
      ',',
    );
  const transaction = fc.record({
    day,
    type: fc.constantFrom('charge', 'refund', 'adjustment'),
    amount: some,
    fee: fc.nat(9999),
    payout: fc.nat(2),
  });

  it('are an amount and its fee, in the currency of the payout', () => {
    fc.assert(
      fc.property(fc.array(transaction, { minLength: 1, maxLength: 30 }), hurting, (all, hurt) => {
        const bad = new Set(hurt.map((n) => n % all.length));
        const rows = all.map((one, at) => {
          const gross = one.type === 'refund' ? -one.amount : one.amount;
          const net = bad.has(at) ? '' : amount(gross - one.fee);
          const paid = one.payout ? ['paid', '2026-11-20', `9000${one.payout}`] : ['pending', '', ''];
          return [
            ...[
              `${one.day.toISOString().slice(0, 10)} 12:07:45 -0400`,
              one.type,
              `#${1000 + at}`,
              'visa',
              'online',
              ...paid,
            ],
            ...['2026-11-20', amount(gross), amount(one.fee), net, '', 'card', amount(gross * 7), 'SEK', 'EUR', '0.00'],
          ];
        });
        const answer = readSettlementFile(bytes(csv([titles, ...rows])), { platform: 'shopify' });
        const kept = all.filter((_, at) => !bad.has(at));
        expect(answer.setAside.map(({ row }) => row)).toEqual([...bad].map((at) => at + 2).sort((a, b) => a - b));
        expect(sum(answer.lines)).toBe(
          kept.reduce((total, one) => total + (one.type === 'refund' ? -one.amount : one.amount) - one.fee, 0),
        );
        expect(answer.lines.every((line) => line.currency === 'EUR')).toBe(true);
        expect(new Set(answer.lines.map((line) => line.kind))).toEqual(
          new Set([
            ...kept.map(({ type }) => ({ charge: 'sale', refund: 'refund', adjustment: 'adjustment' })[type]),
            ...(kept.some(({ fee }) => fee > 0) ? ['payment'] : []),
          ]),
        );
        const payouts = new Set(all.filter((one) => one.payout).map((one) => `9000${one.payout}`));
        expect(new Set(answer.header.map((one) => one.settlementId))).toEqual(payouts);
        expect(answer.gap.every((one) => one.gap === undefined)).toBe(true);
      }),
    );
  });
});

describe('the reconciliation report of Walmart', () => {
  const titles =
    'Period Start Date,Period End Date,Total Payable,Currency,Transaction Key,Transaction Posted Timestamp,Transaction Type,Transaction Description,Customer Order #,Customer Order line #,Purchase Order #,Purchase Order line #,Amount,Amount Type,Ship Qty,Commission Rate,Base Commission Rate,Transaction Reason Description,Partner Item Id,Partner GTIN,Partner Item Name'.split(
      ',',
    );
  const WORDS = [
    ['Sale', 'Purchase', 'Product Price', 'sale'],
    ['Sale', 'Purchase', 'Commission on Product', 'commission'],
    ['Sale', 'Purchase', 'Product tax', 'tax'],
    ['Adjustment', 'Walmart Shipping Label Service Charge', 'Fee/Reimbursement', 'fulfilment'],
    ['Refund', 'Return Refund', 'Product Price', 'refund'],
    ['Service Fee', 'Walmart Product Advertising', 'Fee/Reimbursement', 'advertising'],
  ] as const;
  const transaction = fc.record({
    day,
    words: fc.constantFrom(...WORDS),
    amount: fc.integer({ min: -99_999, max: 99_999 }).filter(Boolean),
  });

  it('adds up to what is payable, wherever the summary stands', () => {
    fc.assert(
      fc.property(fc.array(transaction, { minLength: 1, maxLength: 30 }), fc.nat(), hurting, (all, place, hurt) => {
        const bad = new Set(hurt.map((n) => n % all.length));
        const total = all.reduce((whole, one) => whole + one.amount, 0);
        const at = place % (all.length + 1);
        const rows = all.map((one, i) => [
          ...[
            '',
            '',
            '',
            '',
            `2026_11_${i}`,
            slashed(one.day),
            one.words[0],
            one.words[1],
            '2000145',
            '1',
            `1291${i}`,
            '1',
          ],
          ...[
            bad.has(i) ? '#N/A' : amount(one.amount),
            one.words[2],
            '1',
            '',
            '',
            '',
            `SKU-${i}`,
            '',
            'A "big", red mug',
          ],
        ]);
        const summary = [
          '10/18/2026',
          '10/31/2026',
          amount(total),
          'USD',
          '',
          '11/07/2026',
          'PaymentSummary',
          'Payable',
        ];
        const body = [...rows.slice(0, at), summary, ...rows.slice(at)];
        const text = csv([titles, ['Number of Lines in file 81'], ...body]);
        const answer = readSettlementFile(bytes(text), { platform: 'walmart' });
        const lost = [...bad].reduce((whole, i) => whole + all[i]!.amount, 0);
        expect(answer.header).toEqual([
          {
            ...{ settlementId: '10/31/2026', from: '2026-10-18T00:00:00.000Z', to: '2026-10-31T00:00:00.000Z' },
            ...{ depositDay: '2026-11-07', currency: 'USD', total: amount(total) },
          },
        ]);
        expect(answer.gap.map((one) => cents(one.gap ?? ''))).toEqual([lost]);
        expect(answer.setAside.map(({ row }) => row)).toEqual(
          [...bad].map((i) => i + 3 + (i >= at ? 1 : 0)).sort((a, b) => a - b),
        );
        expect(answer.lines.map((line) => line.kind)).toEqual(
          all.filter((_, i) => !bad.has(i)).map((one) => one.words[3]),
        );
      }),
    );
  });
});

describe('the transaction report of eBay', () => {
  const titles =
    'Transaction creation date;Type;Order number;Net amount;Payout currency;Payout date;Payout ID;Custom label;Quantity;Item subtotal;Shipping and handling;Seller collected tax;eBay collected tax;Final Value Fee - fixed;Final Value Fee - variable;International fee;Gross transaction amount;Transaction currency;Description'.split(
      ';',
    );
  const order = fc.record({
    day,
    refund: fc.boolean(),
    price: some,
    shipping: fc.nat(999),
    fee: fc.nat(999),
    unknown: fc.nat(3),
  });

  it('is what buyers pay and its fees, and comes to the payout', () => {
    fc.assert(
      fc.property(fc.array(order, { minLength: 1, maxLength: 20 }), (all) => {
        const signed = all.map((one) => {
          const sign = one.refund ? -1 : 1;
          const fees = -(30 + one.fee) * sign;
          return { ...one, sign, fees, net: sign * (one.price + one.shipping) + fees + one.unknown };
        });
        const label = -410;
        const total = signed.reduce((whole, one) => whole + one.net, 0) + label;
        const payout = ['USD', 'Nov 20, 2026', 'P1'];
        const rows = signed.map((one, at) => [
          ...[named(one.day), one.refund ? 'Refund' : 'Order', `12-${at}`, amount(one.net), ...payout, 'FERN-1', '1'],
          ...[amount(one.sign * one.price), amount(one.sign * one.shipping), '0', '1.60', amount(-30 * one.sign)],
          ...[amount(-one.fee * one.sign), '--', amount(one.price), 'USD', ''],
        ]);
        rows.push([
          'Nov 14, 2026',
          'Shipping label',
          '',
          amount(label),
          ...payout,
          ...Array<string>(10).fill('--'),
          'USD',
          '',
        ]);
        rows.push([
          'Nov 20, 2026',
          'Payout',
          '',
          amount(-Math.abs(total)),
          ...payout,
          ...Array<string>(10).fill(''),
          'USD',
          '',
        ]);
        const text = csv([['Transaction report'], [], ['Start date', '2026-10-18'], titles, ...rows], ';');
        const answer = readSettlementFile(bytes(text), { platform: 'ebay' });
        expect(answer.setAside).toEqual([]);
        expect(sum(answer.lines)).toBe(total);
        expect(answer.header).toMatchObject([{ settlementId: 'P1', depositDay: '2026-11-20', currency: 'USD' }]);
        if (total > 0) expect(answer.gap).toMatchObject([{ gap: '0.00' }]);
        // What no column explains is a line that asks to be looked at.
        const rest = answer.lines.filter((line) => line.amountType === 'rest');
        expect(sum(rest)).toBe(all.reduce((whole, one) => whole + one.unknown, 0));
        expect(rest.every((line) => line.kind === 'other')).toBe(true);
        const sold = answer.lines.filter((line) => line.kind === 'sale');
        expect(sum(sold)).toBe(all.reduce((whole, one) => whole + (one.refund ? 0 : one.price), 0));
      }),
    );
  });

  it('is read in German as well', () => {
    const text = csv(
      [
        'Datum der Transaktionserstellung;Typ;Bestellnummer;Betrag abzügl. Kosten;Auszahlungswährung;Auszahlung Nr.;Zwischensumme Artikel;Verpackung und Versand;Fixer Anteil der Verkaufsprovision;Variabler Anteil der Verkaufsprovision'.split(
          ';',
        ),
        ['5. Okt 2026', 'Bestellung', '12-1', '1.021,46', 'EUR', '77', '1.020,00', '5,00', '-0,30', '-3,24'],
      ],
      ';',
    );
    for (const encoding of ['utf-8', 'windows-1252'] as const) {
      const { lines } = readSettlementFile(bytes(text, encoding), { platform: 'ebay' });
      expect(lines.map(({ kind, amount: one, postedAt }) => [kind, one, postedAt.slice(0, 10)])).toEqual([
        ['sale', '1020.00', '2026-10-05'],
        ['shipping', '5.00', '2026-10-05'],
        ['commission', '-0.30', '2026-10-05'],
        ['commission', '-3.24', '2026-10-05'],
      ]);
    }
  });
});

describe('any table', () => {
  const columns: SettlementColumnsInput = {
    ...{ date: ['结算日期', 'Date'], order: '订单号', type: '类型', currency: '币种', settlementId: '账单号' },
    parts: [
      { column: '货款', kind: 'sale' },
      { column: '佣金', kind: 'commission', sign: 'opposite' },
    ],
    kinds: [{ when: '罚款', kind: 'adjustment' }],
    header: { when: '^合计$', total: '货款', from: '结算日期' },
    zone: 'Asia/Shanghai',
  };
  const rows = [
    ['某店铺结算单'],
    ['结算日期', '账单号', '订单号', '类型', '币种', '货款', '佣金'],
    ['2026-11-02 00:30:00', 'B1', 'PO-1', '销售', 'CNY', '100.00', '12.50'],
    ['2026/11/2', 'B1', 'PO-2', '销售', 'CNY', '8', ''],
    ['2026/11/31', 'B1', 'PO-3', '销售', 'CNY', '9', ''],
    ['', '', '', '', '', '', ''],
    ['2026-11-01', 'B1', '', '合计', 'CNY', '95.50', ''],
  ];

  it.each(['utf-8', 'utf-8 with its mark', 'gb18030', undefined] as const)(
    'is read by its mapping, in %s or as a workbook',
    (encoding) => {
      const input = encoding === undefined ? rows : bytes(csv(rows), encoding);
      const answer = readSettlementFile(input, { platform: 'temu', columns });
      expect(answer.lines.map(({ amount: one, kind, postedAt, row }) => [one, kind, postedAt, row])).toEqual([
        ['100.00', 'sale', '2026-11-01T16:30:00.000Z', 3],
        ['-12.50', 'commission', '2026-11-01T16:30:00.000Z', 3],
        ['8', 'sale', '2026-11-02T00:00:00.000Z', 4],
      ]);
      expect(answer.setAside).toMatchObject([{ row: 5, reason: expect.stringContaining('2026/11/31') }]);
      expect(answer.gap).toEqual([
        { settlementId: 'B1', currency: 'CNY', total: '95.50', linesTotal: '95.50', gap: '0.00' },
      ]);
    },
  );

  it('may say in a column which amounts are taken', () => {
    const answer = readSettlementFile(
      [
        ['Date', 'Entry', 'Amount', 'Currency'],
        ['2026-11-02', 'CREDIT', '21.44', 'USD'],
        ['2026-11-03', 'DEBIT', '1.44', 'USD'],
        ['2026-11-04', 'DEBIT', '2', 'USDT'],
      ],
      {
        platform: 'other',
        columns: { date: 'Date', amount: 'Amount', currency: 'Currency', taken: { column: 'Entry', when: '^DEBIT$' } },
      },
    );
    expect(answer.lines.map((line) => line.amount)).toEqual(['21.44', '-1.44']);
    expect(answer.setAside).toMatchObject([{ row: 4, reason: 'Currency: USDT is no currency' }]);
  });

  it('may quote cells, over several lines and with quotes in them', () => {
    const text =
      'Date,"The ""real"" order",Amount\r\n2026-11-02,"PO ""1"",\r\nsecond part", "1,234.50"\r\n2026-11-03,PO-2,"-4"';
    const columns = { date: 'Date', order: 'The "real" order', amount: 'Amount' };
    const { lines } = readSettlementFile(bytes(text), { platform: 'other', columns, currency: 'USD' });
    expect(lines.map(({ platformOrderNo, amount: one, row }) => [platformOrderNo, one, row])).toEqual([
      ['PO "1",\r\nsecond part', '1234.50', 2],
      ['PO-2', '-4', 3],
    ]);
  });

  it('without the columns of the mapping is none, and says which it looked for', () => {
    expect(() => readSettlementFile([['a', 'b']], { platform: 'temu', columns })).toThrow(/"结算日期".*found a, b/);
    expect(() => readSettlementFile(bytes('a,b\n1,2'), { platform: 'temu' })).toThrow('no fixed columns');
    expect(() => readSettlementFile(bytes('a,b\n1,2'), { platform: 'moon' })).toThrow('There is no platform moon');
    expect(() => readSettlementFile(bytes(''), { platform: 'amazon' })).toThrow('This is no settlement');
    expect(() => readSettlementFile(Buffer.from([0x89, 0x50, 0, 0]), { platform: 'ebay' })).toThrow('no text');
    expect(() => readColumns({ date: 'a', amount: 'b', moon: 'c' })).toThrow('moon');
    expect(() => readColumns({ date: 'a', kinds: [{ when: '(', kind: 'sale' }] })).toThrow('regular expression');
    expect(readColumns({ date: 'a', amount: 'b' })).toMatchObject({ parts: [], amountSign: 'same' });
  });
});
