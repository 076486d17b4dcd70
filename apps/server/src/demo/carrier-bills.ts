import {
  importCarrierBill,
  listBillIssuers,
  listCarrierClaims,
  makeCarrierClaims,
  openCarrierClaim,
  saveBillIssuer,
  settleCarrierBill,
  uploadCarrierBill,
} from '@tradewind/contract/logistics.ts';
import { sql } from '../core/database/sql.ts';
import { type Caller, caller, callerAt } from './calls.ts';
import { CHEAPEST } from './carriers.ts';
import { actingAs, at, type DemoContext, inPast } from './context.ts';

const ISSUER = 'UPS';
const TITLES = [
  'Tracking Number',
  'Ship Date',
  'Billed Weight (kg)',
  'Freight',
  'Address Correction',
  'Claim No',
  'Total',
];
const LINES = 45;
const UNKNOWN = '1ZA1B2C39912345678';

interface Sent {
  trackingNumber: string;
  day: string;
  grams: number;
  cost: string;
}

/** Two weekly bills of the carrier: one settled with its claims, and one that somebody is checking. */
export async function billParcels(demo: DemoContext): Promise<void> {
  const ask = callerAt(demo, 'demo', 9, 3);
  if ((await ask(listBillIssuers, {})).list.length > 0) return;
  const [earlier, later] = [await sentWithin(demo, 17, 11), await sentWithin(demo, 10, 4)];
  if (earlier.length === 0 && later.length === 0) return;
  const terms = { currency: 'USD', tolerancePercent: '1', toleranceAmount: '0.05', claimDays: 180 };
  const { id: issuerId } = await ask(saveBillIssuer, { name: ISSUER, ...terms });
  const first = await importBill(demo, { issuerId, daysAgo: 10, rows: rowsOf(earlier) });
  const credit = first === undefined ? [] : await claimAndSettle(ask, first);
  await importBill(demo, { issuerId, daysAgo: 3, rows: [...rowsOf(later), ...credit] });
}

/** @returns the row of the credit that the carrier gives for one of its claims */
async function claimAndSettle(ask: Caller, billId: number): Promise<string[]> {
  await ask(makeCarrierClaims, { billId });
  const claims = (await ask(listCarrierClaims, { billId })).rows;
  for (const { id, version, number } of claims.slice(1))
    await ask(openCarrierClaim, { id, version, reference: referenceOf(number) });
  await ask(settleCarrierBill, { id: billId });
  const paid = claims.find((claim) => claim.reason === 'surcharge') ?? claims[0];
  if (!paid) return [];
  return [
    row({
      trackingNumber: paid.trackingNumber,
      day: '',
      claimNo: referenceOf(paid.number),
      total: -Number(paid.asked),
    }),
  ];
}
const referenceOf = (number: string) => `UPS-${number.slice(-6)}`;

/** Parcels that the carrier took over in these days. */
function sentWithin(demo: DemoContext, from: number, to: number): Promise<Sent[]> {
  return inPast(demo, 'demo', new Date(), (tx) =>
    tx.rows<Sent & Record<string, unknown>>(sql`select p.tracking_number, p.shipped_at::date::text as day,
        p.weight_grams as grams, p.label_cost::text as cost
      from parcel p join shipping_channel c on c.company_id = p.company_id and c.id = p.channel_id and c.name = ${CHEAPEST}
      where p.company_id = ${sql.company} and p.shipped_at >= ${at(demo, from, 0)} and p.shipped_at < ${at(demo, to, 0)}
        and p.tracking_number is not null and p.label_cost is not null order by p.stage = 'delivered', p.id limit ${LINES}`),
  );
}

interface Charged {
  trackingNumber: string;
  day: string;
  kg?: number;
  freight?: number;
  correction?: number;
  claimNo?: string;
  total: number;
}
const row = ({ trackingNumber, day, kg, freight, correction, claimNo = '', total }: Charged): string =>
  [trackingNumber, day, kg?.toFixed(2), freight?.toFixed(2), correction?.toFixed(2), claimNo, total.toFixed(2)]
    .map((cell) => cell ?? '')
    .join(',');

/** What the labels cost, but for some: corrected addresses, heavier boxes, a parcel billed twice and one of somebody else. */
function rowsOf(sent: readonly Sent[]): string[] {
  if (sent.length === 0) return [];
  const rows = sent.map(({ trackingNumber, day, grams, cost }, n) => {
    const heavier = n % 14 === 9;
    const correction = n % 11 === 4 ? 3.2 : undefined;
    const freight = Number(cost) + (heavier ? 2.1 : 0);
    const kg = (heavier ? grams + 1400 : grams) / 1000;
    const charged = { trackingNumber, day, kg, freight, total: freight + (correction ?? 0) };
    return row(correction === undefined ? charged : { ...charged, correction });
  });
  const unknown = { trackingNumber: UNKNOWN, day: sent[0]?.day ?? '', kg: 1.2, freight: 12.4, total: 12.4 };
  return [...rows, ...rows.slice(2, 3), row(unknown)];
}

/** @returns the bill; undefined: nothing was sent in its days */
async function importBill(
  demo: DemoContext,
  { issuerId, daysAgo, rows }: { issuerId: number; daysAgo: number; rows: readonly string[] },
): Promise<number | undefined> {
  if (rows.length === 0) return undefined;
  const billedOn = at(demo, daysAgo, 0).toISOString().slice(0, 10);
  const number = `A1B2C3-${billedOn.replaceAll('-', '')}`;
  const data = Buffer.from([TITLES.join(','), ...rows].join('\n'));
  const file = { name: `${number}.csv`, kind: 'csv' as const, data };
  const ctx = { ...actingAs(demo, 'demo', new Date(Math.min(at(demo, daysAgo, 2).getTime(), Date.now()))), file };
  const ask = caller(demo.app, ctx);
  const { importId, mapping } = await ask(uploadCarrierBill, { issuerId });
  const about = { number, accountNumber: 'A1B2C3', currency: 'USD', billedOn };
  return (await ask(importCarrierBill, { importId, issuerId, mapping, ...about })).id;
}
