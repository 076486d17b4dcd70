import { performance } from 'node:perf_hooks';
import { rateCardContent } from '@tradewind/contract/logistics/rates.ts';
import { type RatedParcel, raterOf } from '@tradewind/contract/rating/rate.ts';
import { checkBill } from '../apps/server/src/areas/logistics/bills/check.ts';
import { sql } from '../apps/server/src/core/database/sql.ts';
import { type Figures, openBench, round } from './lib.ts';
import { fillBill } from './rates.fill.ts';

const ORDERS = 1_000;
const SERVICES = 200;
const ZONES = 10;
const BRACKETS = 20;

/** A service with ten zones of the United States by postcode, twenty brackets each, surcharges and fuel. */
function service(n: number) {
  const zones = Array.from({ length: ZONES }, (_, zone) => `Z${zone}`);
  return rateCardContent.parse({
    ...{ currency: 'USD', divisor: 5000 + (n % 3) * 500, step: '0.5' },
    areas: Array.from({ length: 1000 }, (_, at) => ({
      zone: `Z${(at + n) % ZONES}`,
      ...{ country: 'US', prefix: String(at).padStart(3, '0') },
    })),
    prices: zones.flatMap((zone, z) =>
      Array.from({ length: BRACKETS }, (_, at) => ({
        zone,
        ...{ from: String(at * 1.5), to: String((at + 1) * 1.5), parcelFee: '2', unitPrice: String(5 + z + (n % 7)) },
      })),
    ),
    surcharges: [
      { code: 'residential', basis: 'flat', amount: '3.5', when: { residential: true } },
      { code: 'heavy', basis: 'perUnit', amount: '0.4', group: 'size', priority: 1, when: { weightOver: '20' } },
      { code: 'long', basis: 'flat', amount: '12', group: 'size', priority: 2, when: { longestOver: '100' } },
      { code: 'peak', basis: 'percent', amount: '6', validFrom: '2026-11-01', validTo: '2027-01-15' },
    ],
    fuel: { on: ['freight', 'residential'], weeks: [{ from: '2026-06-01', percent: '18.5' }] },
  });
}

const order = (n: number): RatedParcel => ({
  to: { country: 'US', postcode: String((n * 7919) % 100_000).padStart(5, '0'), city: 'Springfield' },
  ...{ day: '2026-11-20', weightGrams: 100 + ((n * 331) % 12_000), residential: n % 2 === 0 },
  sidesMm: [100 + (n % 400), 80 + (n % 200), 50 + (n % 100)],
});

const BILL_LINES = 10_000;

/** An invoice of ten thousand parcels of an own channel, of which each tenth is charged too much: until all are checked. */
async function checkedBill(): Promise<Figures> {
  const bench = await openBench();
  const { app, ctx } = bench;
  try {
    const billId = await app.database.inCompany(ctx, (tx) => fillBill(tx, service(0), BILL_LINES));
    const began = performance.now();
    await app.database.inCompany(ctx, (tx) => checkBill(tx, billId));
    const billSeconds = round((performance.now() - began) / 1000);
    const found = await app.database.inCompany(ctx, (tx) =>
      tx.row<{ wrong: number; lines: number }>(sql`select wrong_count as wrong, line_count as lines from carrier_bill
        where company_id = ${sql.company} and id = ${billId}`),
    );
    return { billLines: found?.lines ?? 0, billWrong: found?.wrong ?? 0, billSeconds };
  } finally {
    await bench.close();
  }
}

/** Each order by each own service, from compiled cards: what comparing prices of a batch of orders costs. */
export async function rates(): Promise<Figures> {
  const raters = Array.from({ length: SERVICES }, (_, n) => raterOf(service(n)));
  const orders = Array.from({ length: ORDERS }, (_, n) => order(n));
  let rated = 0;
  const began = performance.now();
  const before = process.cpuUsage();
  for (const parcel of orders) for (const rate of raters) if (rate(parcel).rating) rated++;
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(before);
  const cpuSeconds = (user + system) / 1_000_000;
  const bill = await checkedBill();
  return {
    ...{ orders: ORDERS, services: SERVICES, rated },
    ...{ seconds: round(seconds), cpuSeconds: round(cpuSeconds), unit: 's', ...bill },
  };
}
