import { rights } from '@tradewind/contract/access/modules.ts';
import { getAlerts } from '@tradewind/contract/access.ts';
import type { Call, InputOf } from '@tradewind/contract/call.ts';
import { listAgeing, listBalances } from '@tradewind/contract/finance.ts';
import {
  answerCarrierClaim,
  carrierClaimTabs,
  checkCarrierBill,
  deleteCarrierBill,
  getCarrierBill,
  getCarrierClaim,
  importCarrierBill,
  listBillIssuers,
  listBillLines,
  listCarrierBills,
  listCarrierClaims,
  listUnbilledParcels,
  makeCarrierClaims,
  openCarrierClaim,
  previewCarrierBill,
  saveBillIssuer,
  settleCarrierBill,
} from '@tradewind/contract/logistics.ts';
import { saveExchangeRate } from '@tradewind/contract/settings.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { brokenChecks } from '../../testing/checks.ts';
import { dayFromNow } from '../../testing/day.ts';
import type { Person } from '../../testing/harness.ts';
import { expectation } from './bills/expect.ts';
import {
  billRow,
  CARD,
  csv,
  MAPPING,
  openBills,
  rate,
  rated,
  type SentBox,
  TITLES,
  uploaded,
} from './testing/bills.ts';
import { type LogisticsWorld, openLogistics } from './testing/world.ts';

let world: LogisticsWorld;
let main: Person;
let issuerId: number;
let line: Awaited<ReturnType<typeof openBills>>;
beforeAll(async () => {
  world = await openLogistics();
  main = world.world.main;
  line = await openBills(world);
  issuerId = await issuer('Line Express');
});
afterAll(() => world.close());

const ok = <C extends Call>(call: C, input: InputOf<C>, as: Person = main) => world.server.ok(call, input, as);
const issuer = async (name: string, more: Partial<InputOf<typeof saveBillIssuer>> = {}) =>
  (await ok(saveBillIssuer, { name, currency: 'EUR', toleranceAmount: '0', ...more })).id;
let bills = 0;
type Rows = readonly (readonly string[])[];
async function imported(rows: Rows, more: Partial<InputOf<typeof importCarrierBill>> = {}, titles = TITLES) {
  const { importId } = await uploaded(world, Number(more.issuerId ?? issuerId), csv(rows, titles));
  const about = { number: `INV-${++bills}`, currency: 'EUR', billedOn: '2026-11-15' };
  return ok(importCarrierBill, { importId, issuerId, mapping: MAPPING, ...about, ...more });
}
const linesOf = async (billId: number, more: object = {}) =>
  (await ok(listBillLines, { billId, pageSize: 200, ...more })).rows;
const honest = (sent: SentBox, change = {}, remote = 0) => billRow(sent, line.exchange, change, remote);
const sizes = (count: number) =>
  Array.from({ length: count }, (_, n) => [400 + ((n * 137) % 5000), 200 + (n % 50), 150, 100] as const);
const wrongs = () =>
  brokenChecks(world.server.app, main.companyId, (key) => /^(logistics\.(bills|claims)|finance)/.test(key));

describe('a check', () => {
  it('finds each planted error among 500 honest lines in another currency, and nothing else', async () => {
    const live = await line.send(sizes(500));
    const voided = await line.send(sizes(15), { state: 'voided', voidedAt: new Date() });
    const planted = new Map<string, string>();
    const note = (sent: SentBox, reason: string, row: string[]) => {
      planted.set(sent.trackingNumber, reason);
      return row;
    };
    const rows = live.map((sent, n) => {
      if (n % 25 !== 0) return honest(sent);
      const sides = sent.box.sidesMm ?? [0, 0, 0];
      const kinds = [
        () => note(sent, 'weight', honest(sent, { weightGrams: sent.box.weightGrams + 2600 })),
        () => note(sent, 'size', honest(sent, { sidesMm: [sides[0] + 500, 400, 300] as const })),
        () => note(sent, 'zone', honest(sent, { zone: rated(sent.box).zone === 'A' ? 'B' : 'A' })),
        () => note(sent, 'surcharge', honest(sent, {}, 4.2)),
        () => note(sent, 'price', [...honest(sent).slice(0, -1), (Number(honest(sent).at(-1)) + 3).toFixed(2)]),
      ];
      return kinds[(n / 25) % 5]?.() ?? [];
    });
    const twice = live.slice(101, 106).map((sent) => honest(sent));
    const back = voided.slice(0, 5).map((sent) => note(sent, 'voided', honest(sent)));
    const { id, queued } = await imported([...rows, ...twice, ...back]);
    expect(queued).toBe(false);
    const bill = await ok(getCarrierBill, { id });
    const { ok: fine, ...reasons } = bill.reasons;
    expect(reasons).toEqual({ weight: 4, size: 4, zone: 4, surcharge: 4, price: 4, duplicate: 5, voided: 5 });
    expect(fine).toBe(480);
    expect(bill).toMatchObject({ state: 'checked', lineCount: 510, wrongCount: 30 });
    const wrong = (await Promise.all(Object.keys(reasons).map((reason) => linesOf(id, { reason })))).flat();
    for (const one of wrong.filter(({ reason }) => reason !== 'duplicate'))
      expect(one.reason).toBe(planted.get(one.trackingNumber));
    expect(wrong.filter(({ reason }) => reason === 'duplicate').map((one) => one.trackingNumber)).toEqual(
      live.slice(101, 106).map((sent) => sent.trackingNumber),
    );
    expect(wrong.filter(({ reason }) => reason === 'surcharge').map((one) => one.difference)).toEqual([
      '4.20',
      '4.20',
      '4.20',
      '4.20',
    ]);
    // A zone that is cheaper is not charged too much.
    const over = wrong.reduce((sum, one) => sum + Math.max(0, Number(one.difference)), 0);
    expect(Number(bill.overcharged)).toBeCloseTo(over, 2);
    expect(await wrongs()).toEqual([]);
  });

  it('knows a line of an older bill again, and a parcel by its reference', async () => {
    const [one, two] = await line.send(sizes(2));
    if (!one || !two) throw new Error('no box');
    const first = await imported([honest(one)]);
    const reference = await world.world.one<{ reference: string }>(
      sql`select reference from parcel where company_id = ${main.companyId} and id = ${two.id}`,
    );
    const [, ...rest] = honest(two);
    const second = await imported(
      [
        ['', ...honest(one)],
        [reference.reference, '', ...rest],
      ],
      { mapping: { ...MAPPING, columns: { ...MAPPING.columns, reference: 'Ref' } } },
      ['Ref', ...TITLES],
    );
    const [again, byReference] = await linesOf(second.id);
    expect(again).toMatchObject({
      reason: 'duplicate',
      expected: '0.00',
      twiceNumber: (await ok(getCarrierBill, { id: first.id })).number,
    });
    expect(byReference).toMatchObject({ reason: 'ok', parcelId: two.id });
    expect((await world.server.call(deleteCarrierBill, { id: first.id }, main)).data).toMatchObject({
      error: 'logistics.billNamed',
    });
    await ok(deleteCarrierBill, { id: second.id });
    await ok(deleteCarrierBill, { id: first.id });
    expect((await ok(listCarrierBills, {})).rows.map((row) => row.id)).not.toContain(first.id);
  });

  it('bills two parcels of one number once each, and lists what no bill names', async () => {
    const [one, two, missing] = await line.send(sizes(3));
    if (!one || !two || !missing) throw new Error('no box');
    await world.world.tx((tx) =>
      tx.rows(
        sql`update parcel set tracking_number = ${one.trackingNumber} where company_id = ${sql.company} and id = ${two.id}`,
      ),
    );
    const both = [honest(one), honest({ ...two, trackingNumber: one.trackingNumber })];
    const { id } = await imported([...both, honest(one), ['NOBODYS', ...honest(one).slice(1)]]);
    expect((await linesOf(id)).map((row) => row.reason).sort()).toEqual(['duplicate', 'ok', 'ok', 'unknown']);
    const unbilled = await ok(listUnbilledParcels, { billId: id });
    expect(unbilled.rows.map((row) => row.id)).toContain(missing.id);
    expect(unbilled.rows.map((row) => row.id)).not.toContain(two.id);
    // Only voided parcels share the number of an index: the integrity checks know it.
    await world.world.tx((tx) =>
      tx.rows(
        sql`update parcel set tracking_number = ${two.trackingNumber} where company_id = ${sql.company} and id = ${two.id}`,
      ),
    );
  });

  it('compares the boxes of a shipment together, however they are billed, and each only once', async () => {
    const boxes = await line.send(sizes(4), { labelCost: '30', labelCurrency: 'EUR' });
    for (const { id, trackingNumber } of boxes)
      await world.server.app.database.owner.query(
        `insert into parcel_piece (company_id, parcel_id, piece_no, weight_grams, tracking_number)
         values ($1, $2, 2, 400, $3)`,
        [main.companyId, id, `${trackingNumber}-2`],
      );
    const row = (number: string, amount: string) => [number, '', '', '', '', '', '', '', '', '', '', '', amount];
    const [apart, together, dear, twice] = boxes.map((sent) => sent.trackingNumber) as [string, string, string, string];
    const { id } = await imported([
      ...[row(apart, '18'), row(`${apart}-2`, '12')],
      row(together, '30'),
      ...[row(`${dear}-2`, '20'), row(dear, '14')],
      ...[row(twice, '16'), row(`${twice}-2`, '14'), row(`${twice}-2`, '14')],
    ]);
    const found = (await linesOf(id)).map((one) => [one.reason, one.expected, one.difference]);
    expect(found).toEqual([
      ...[
        ['ok', '18.00', '0.00'],
        ['ok', '12.00', '0.00'],
      ],
      ['ok', '30.00', '0.00'],
      ...[
        ['price', '16.00', '4.00'],
        ['ok', '14.00', '0.00'],
      ],
      ...[
        ['ok', '16.00', '0.00'],
        ['ok', '14.00', '0.00'],
        ['duplicate', '0.00', '14.00'],
      ],
    ]);
    expect(await wrongs()).toEqual([]);
  });

  it('compares with the label where no card has a price, within the tolerance of its issuer', async () => {
    const boxes = await line.send(sizes(5), { channelId: null, labelCost: '10', labelCurrency: 'EUR' });
    const lenient = await issuer('Lenient', { tolerancePercent: '2', toleranceAmount: '0.10' });
    const paid = ['10.20', '10.21', '14', '10.21', '7'];
    const rows = boxes.map((sent, n) => [
      ...[
        sent.trackingNumber,
        '',
        String((sent.box.weightGrams * (n === 2 ? 2 : 1)) / 1000),
        '',
        '',
        '',
        '',
        '',
        '',
        '',
      ],
      ...[n === 3 ? '0.21' : '', '', paid[n] ?? ''],
    ]);
    const { id } = await imported(rows, { issuerId: lenient });
    expect((await linesOf(id)).map((row) => row.reason)).toEqual(['ok', 'price', 'weight', 'surcharge', 'price']);
    await ok(saveBillIssuer, {
      id: lenient,
      name: 'Lenient',
      currency: 'EUR',
      tolerancePercent: '3',
      toleranceAmount: '0',
    });
    await ok(checkCarrierBill, { id });
    expect((await linesOf(id)).map((row) => row.reason)).toEqual(['ok', 'ok', 'weight', 'ok', 'price']);
  });

  it('of an honest bill that the engine made has no difference', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 25_000 }),
        fc.tuple(
          fc.integer({ min: 10, max: 900 }),
          fc.integer({ min: 10, max: 900 }),
          fc.integer({ min: 10, max: 900 }),
        ),
        fc.constantFrom('10001', '94105'),
        fc.boolean(),
        (weightGrams, sidesMm, postcode, residential) => {
          const box = {
            weightGrams,
            sidesMm,
            residential,
            day: '2026-11-10',
            to: { country: 'US', postcode, city: '' },
          };
          const rating = rated(box);
          const grams = Math.round(Number(rating.chargeableWeight) * 1000);
          const card = { channelId: 1, cardId: 1, name: 'Line', fromDay: '2026-01-01', toDay: null, rate };
          const known = {
            rated: box,
            channelId: 1,
            serviceCode: '',
            serviceName: '',
            erased: false,
            label: null,
            duty: null,
            boxes: 1,
          };
          const billed = {
            weightGrams: grams,
            sidesMm: null,
            zone: rating.zone,
            amount: rating.total,
            parts: rating.parts,
          };
          const found = expectation(billed, known, [card], { percent: '0', amount: '0', exchange: (amount) => amount });
          expect(found).toMatchObject({ reason: 'ok', expected: rating.total });
        },
      ),
    );
    expect(CARD.prices).toHaveLength(2);
  });

  it('duty is compared with the estimate of the parcel, beside the price', () => {
    const box = { weightGrams: 500, day: '2026-11-10', to: { country: 'US', postcode: '10001' } };
    const { total, parts, zone } = rated(box);
    const card = { channelId: 1, cardId: 1, name: 'Line', fromDay: '2026-01-01', toDay: null, rate };
    const duty = { currency: 'USD', duty: '12.00', vat: '8.00', fee: '0.00', total: '20.00' } as const;
    const known = {
      ...{ rated: box, channelId: 1, serviceCode: '1', serviceName: 'Line', erased: false, boxes: 1, label: null },
    };
    const found = (billedDuty: string, more = 0, kept: typeof duty | null = duty) =>
      expectation(
        {
          ...{ weightGrams: 500, sidesMm: null, zone },
          amount: (Number(total) + Number(billedDuty) + more).toFixed(2),
          parts: [...parts, { code: 'Import duties and VAT', amount: billedDuty }],
        },
        { ...known, duty: kept },
        [card],
        { percent: '0', amount: '0.5', exchange: (amount) => amount },
      );
    const expected = (Number(total) + 20).toFixed(2);
    expect(found('20.00')).toMatchObject({ reason: 'ok', expected });
    expect(found('20.40')).toMatchObject({ reason: 'ok' });
    expect(found('31.00')).toMatchObject({ reason: 'duty', expected });
    expect(found('31.00').parts).toEqual([
      ...parts,
      { code: 'duty', amount: '12.00' },
      { code: 'vat', amount: '8.00' },
    ]);
    expect(found('20.00', 5)).toMatchObject({ reason: 'price', expected });
    // Without an estimate a duty is a charge that nobody knows.
    expect(found('31.00', 0, null)).toMatchObject({ reason: 'surcharge', expected: total });
  });
});

describe('an import', () => {
  it('proposes columns by their names, remembers them, and gives bad rows back', async () => {
    const [sent] = await line.send(sizes(1));
    if (!sent) throw new Error('no box');
    const own = await issuer('Remembered');
    const rows = [honest(sent), ['', ...honest(sent).slice(1)], [...honest(sent).slice(0, -1), 'many']];
    const first = await uploaded(world, own, csv([...rows, []]));
    expect(first).toMatchObject({
      ...{ remembered: false, total: 3, titles: TITLES },
      mapping: {
        columns: { trackingNumber: 'Tracking No', day: 'Date', weight: 'Weight (kg)', zone: 'Zone', amount: 'Total' },
        weightUnit: 'kg',
      },
    });
    const about = {
      issuerId: own,
      importId: first.importId,
      mapping: MAPPING,
      number: 'R-1',
      currency: 'EUR',
      billedOn: '2026-11-15',
    };
    expect(await ok(previewCarrierBill, { importId: first.importId, mapping: MAPPING })).toMatchObject({
      ...{ lines: 1, problemCount: 2, fromDay: '2026-11-10' },
      problems: [{ line: 3 }, { line: 4 }],
    });
    expect((await world.server.call(importCarrierBill, about, main)).data).toMatchObject({
      fields: [{ path: 'skipBad' }],
    });
    const { id } = await ok(importCarrierBill, { ...about, skipBad: true });
    expect((await linesOf(id)).map((row) => row.line)).toEqual([2]);
    expect((await uploaded(world, own, csv([honest(sent), honest(sent)]))).remembered).toBe(true);
  });

  it('takes a bill once, by its number and by its file', async () => {
    const [one, two] = await line.send(sizes(2));
    if (!one || !two) throw new Error('no box');
    await imported([honest(one)], { number: 'ONCE' });
    const again = async (rows: Rows, number: string) => {
      const { importId } = await uploaded(world, issuerId, csv(rows));
      return world.server.call(
        importCarrierBill,
        { importId, issuerId, mapping: MAPPING, number, currency: 'EUR', billedOn: '2026-11-15' },
        main,
      );
    };
    expect((await again([honest(one)], 'OTHER')).data).toMatchObject({ error: 'logistics.billTaken' });
    expect((await again([honest(two)], 'once')).data).toMatchObject({ error: 'logistics.billTaken' });
  });

  it('puts single charges of a parcel together', async () => {
    const [sent] = await line.send(sizes(1));
    if (!sent) throw new Error('no box');
    const charges = rated(sent.box).parts.map(({ code, amount }) => [sent.trackingNumber, code, `$${amount}`]);
    const titles = ['Waybill', 'Charge Description', 'Amount'];
    const { importId, mapping } = await uploaded(world, issuerId, csv([...charges, ...charges], titles));
    const { id } = await ok(importCarrierBill, {
      importId,
      issuerId,
      mapping,
      number: 'CHARGES',
      currency: 'USD',
      billedOn: '2026-11-15',
    });
    const rows = await linesOf(id);
    expect(rows.map((row) => row.reason)).toEqual(['ok', 'duplicate']);
    expect(rows[0]?.parts).toHaveLength(charges.length);
  });

  it('of a large file runs as a job', async () => {
    const boxes = await line.send(sizes(2100));
    const { id, queued } = await imported(boxes.map((sent) => honest(sent)));
    expect(queued).toBe(true);
    expect((await ok(getCarrierBill, { id })).state).toBe('draft');
    await world.server.startWorker();
    const bill = await world.server.until(async () => {
      const found = await ok(getCarrierBill, { id });
      return found.state === 'checked' && found;
    }, 60);
    expect(bill).toMatchObject({ lineCount: 2100, wrongCount: 0, reasons: { ok: 2100 }, missing: expect.any(Number) });
  });
});

describe('a claim', () => {
  it('is made with evidence, answered, and closed by the credit of a later bill that lowers the cost of the order', async () => {
    await world.server.startWorker();
    const [one, two] = await line.send(sizes(2), { labelCost: '9', labelCurrency: 'EUR' });
    if (!one || !two) throw new Error('no box');
    const { id } = await imported([honest(one, {}, 5), honest(two)]);
    expect((await ok(getCarrierBill, { id })).claimable).toBe(1);
    expect(await ok(makeCarrierClaims, { billId: id })).toEqual({ made: 1 });
    expect((await world.server.call(makeCarrierClaims, { billId: id }, main)).data).toMatchObject({
      error: 'logistics.claimNone',
    });
    const [claim] = (await ok(listCarrierClaims, { billId: id })).rows;
    expect(claim).toMatchObject({
      state: 'suspected',
      reason: 'surcharge',
      asked: '5.00',
      deadline: '2026-12-15',
      orderId: one.orderId,
    });
    const claimId = claim?.id ?? 0;
    const detail = await ok(getCarrierClaim, { id: claimId });
    expect(detail.evidence).toMatchObject({
      billed: { expectedZone: expect.any(String) },
      parcel: { labelGrams: one.box.weightGrams },
    });
    await ok(openCarrierClaim, { id: claimId, version: 1, reference: 'case-77' });
    expect(
      (await world.server.call(answerCarrierClaim, { id: claimId, version: 1, accepted: '5' }, main)).data,
    ).toMatchObject({ error: 'core.stale' });
    expect(
      (await world.server.call(answerCarrierClaim, { id: claimId, version: 2, accepted: '5.01' }, main)).status,
    ).toBe(400);
    await ok(answerCarrierClaim, { id: claimId, version: 2, accepted: '4' });
    await ok(settleCarrierBill, { id });
    const cost = () =>
      world.world.one<{
        cost: string;
        lines: number;
      }>(sql`select coalesce(sum(l.amount), 0)::text as cost, count(*)::int as lines
        from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id and l.account = 'last_mile'
        where e.company_id = ${main.companyId} and e.doc_kind = 'carrier_bill_line' and e.doc_id in
          (select id from carrier_bill_line where company_id = ${main.companyId} and parcel_id = ${one.id})`);
    const billed = Number(honest(one, {}, 5).at(-1));
    await world.server.until(async () => (await cost()).lines === 2);
    expect(Number((await cost()).cost)).toBeCloseTo(billed - 9, 2);
    const credit = await imported(
      [['', '', '', '', '', '', '', '', '', '', '', 'CASE-77', '(4.00)']].map((row) => [
        one.trackingNumber,
        ...row.slice(1),
      ]),
    );
    expect((await linesOf(credit.id))[0]).toMatchObject({ reason: 'credit', claimId });
    expect((await ok(getCarrierClaim, { id: claimId })).state).toBe('accepted');
    await ok(settleCarrierBill, { id: credit.id });
    expect(await ok(getCarrierClaim, { id: claimId })).toMatchObject({
      state: 'paid',
      paid: '4.00',
      credits: [{ amount: '4.00' }],
    });
    await world.server.until(async () => (await cost()).lines === 3);
    expect(Number((await cost()).cost)).toBeCloseTo(billed - 9 - 4, 2);
    expect(await wrongs()).toEqual([]);
  });

  it('that the carrier accepts is owed by it until credits pay it, and what is given up of it is a loss', async () => {
    const carrier = await world.server.app.database.owner.query<{ id: number }>(
      `insert into carrier_account (company_id, carrier, name, account_number, credentials) values ($1, 'ups', 'Owing', 'OWING', '') returning id`,
      [main.companyId],
    );
    const carrierAccountId = Number(carrier.rows[0]?.id);
    const [sent] = await line.send(sizes(1), { carrierAccountId });
    if (!sent) throw new Error('no box');
    const { id } = await imported([honest(sent, {}, 6)]);
    await ok(makeCarrierClaims, { billId: id });
    const claimId = (await ok(listCarrierClaims, { billId: id })).rows[0]?.id ?? 0;
    await ok(openCarrierClaim, { id: claimId, version: 1, reference: 'OWE-1' });
    /** By account, in euros and in base currency. */
    const books = async () => {
      const { rows } = await world.server.app.database.owner.query(
        `select l.account, round(sum(l.amount) filter (where l.currency = 'EUR'), 2)::text as eur, round(sum(l.base_amount), 2)::text as base
         from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id
         where e.company_id = $1 and e.doc_kind = 'carrier_claim' and e.doc_id = $2 group by 1 having sum(l.base_amount) <> 0 order by 1`,
        [main.companyId, claimId],
      );
      return (rows as { account: string; eur: string; base: string }[]).map((row) => [row.account, row.eur, row.base]);
    };
    await ok(saveExchangeRate, { currency: 'EUR', onDay: dayFromNow(0), toBase: '8', sure: true });
    await ok(answerCarrierClaim, { id: claimId, version: 2, accepted: '5' });
    // What the carrier does not accept stays a cost of the order.
    expect(await books()).toEqual([
      ['claim_receivable', '5.00', '40.00'],
      ['last_mile', '-5.00', '-40.00'],
    ]);
    const owed = { party: 'carrier_account', account: 'claim_receivable' } as const;
    const standing = async () =>
      (await ok(listBalances, owed)).rows
        .filter((row) => row.partyId === carrierAccountId)
        .map((row) => [row.closing, row.currency]);
    expect(await standing()).toEqual([['5.00', 'EUR']]);
    const aged = (await ok(listAgeing, { side: 'receivable', party: 'carrier_account' })).rows;
    expect(aged.find((row) => row.partyId === carrierAccountId)).toMatchObject({ total: '5.00' });
    const credit = await imported([[sent.trackingNumber, '', '', '', '', '', '', '', '', '', '', 'OWE-1', '(3.00)']]);
    await ok(settleCarrierBill, { id: credit.id });
    // The credit is an entry of its own at 7.9, the rate of its day; its 3 euros were owed at 8.
    const paid = [
      ['fx_difference', null, '0.30'],
      ['last_mile', '-2.00', '-16.30'],
    ];
    expect(await books()).toEqual([['claim_receivable', '2.00', '16.00'], ...paid]);
    const { version, state } = await ok(getCarrierClaim, { id: claimId });
    expect(state).toBe('accepted');
    const answer = { id: claimId, version, accepted: '0' };
    expect((await world.server.call(answerCarrierClaim, answer, main)).data).toMatchObject({
      fields: [{ path: 'remark' }],
    });
    await ok(answerCarrierClaim, { ...answer, remark: 'Went bankrupt' });
    expect(await books()).toEqual([['claim_loss', '2.00', '16.00'], ...paid]);
    expect(await standing()).toEqual([]);
    const after = { state: 'refused', accepted: '3.00', paid: '3.00' };
    expect(await ok(getCarrierClaim, { id: claimId })).toMatchObject(after);
    expect(await wrongs()).toEqual([]);
  });

  it('that was refused says why, and may be opened again', async () => {
    const [sent] = await line.send(sizes(1));
    if (!sent) throw new Error('no box');
    const { id } = await imported([honest(sent, {}, 2)]);
    const [row] = await linesOf(id);
    await ok(makeCarrierClaims, { billId: id, lineId: row?.id });
    const claimId = (await ok(listCarrierClaims, { billId: id })).rows[0]?.id ?? 0;
    await ok(openCarrierClaim, { id: claimId, version: 1 });
    expect(
      (await world.server.call(answerCarrierClaim, { id: claimId, version: 2, accepted: '0' }, main)).data,
    ).toMatchObject({ fields: [{ path: 'remark' }] });
    await ok(answerCarrierClaim, { id: claimId, version: 2, accepted: '0', remark: 'within terms' });
    await ok(openCarrierClaim, { id: claimId, version: 3, reference: 'appeal' });
    const { history, state } = await ok(getCarrierClaim, { id: claimId });
    expect(state).toBe('opened');
    expect(history.map((one) => one.event)).toEqual(['opened', 'refused', 'opened', 'suspected']);
    expect((await world.server.call(deleteCarrierBill, { id }, main)).data).toMatchObject({
      error: 'logistics.billHasClaims',
    });
  });
});

describe('a deadline', () => {
  it('that is near or over warns on the start page until the claim is opened', async () => {
    const [sent] = await line.send(sizes(1));
    if (!sent) throw new Error('no box');
    const strict = await issuer('Strict', { claimDays: 1 });
    const { id } = await imported([honest(sent, {}, 2)], { issuerId: strict, billedOn: '2020-01-02' });
    await ok(makeCarrierClaims, { billId: id });
    const warned = async (as: Person = main) =>
      (await ok(getAlerts, {}, as)).find((alert) => alert.path === '/system/carrier?view=claims&state=due');
    expect(await warned()).toMatchObject({ level: 'warn' });
    expect(await warned(await world.server.member(main.companyId, [rights.carrier.view]))).toBeUndefined();
    const due = (await ok(listCarrierClaims, { due: true, issuerId: strict })).rows;
    expect(due).toMatchObject([{ deadline: '2020-01-03', due: true }]);
    await ok(openCarrierClaim, { id: due[0]?.id ?? 0, version: 1 });
    expect((await ok(listCarrierClaims, { due: true, issuerId: strict })).rows).toEqual([]);
    expect((await ok(carrierClaimTabs, {})).counts.due).toBe(0);
    expect(await warned()).toBeUndefined();
  });
});

describe('bills', () => {
  it('show nothing to a person who may not see costs, and nothing of another company', async () => {
    const [sent] = await line.send(sizes(1));
    if (!sent) throw new Error('no box');
    const { id } = await imported([honest(sent)]);
    const member = await world.server.member(main.companyId, [rights.carrier.view, rights.carrier.edit]);
    expect((await world.server.call(listCarrierBills, {}, member)).data).toMatchObject({
      error: 'logistics.billCosts',
    });
    const other = await world.server.company();
    expect((await world.server.call(getCarrierBill, { id }, other)).status).toBe(404);
    expect((await ok(listBillLines, { billId: id }, other)).rows).toEqual([]);
    expect((await ok(listBillIssuers, {}, other)).list).toEqual([]);
    expect((await world.server.call(settleCarrierBill, { id }, other)).status).toBe(404);
  });
});
