import type { Fee } from '@tradewind/connectors/capabilities/inbound.ts';
import type { CostBasis } from '@tradewind/contract/transit.ts';
import { maySee } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { Decimal, split, toBase } from '../../core/money.ts';
import { companyOf, localDay } from '../company/public.ts';
import { rateKey, ratesOn } from '../settings/public.ts';

export interface LandedLine {
  lineId: number;
  units: number;
  /** Of all units. */
  weightKg: string;
  volumeCm3: string;
  value: string;
}

const WEIGHTS: Record<CostBasis, (line: LandedLine) => string | number> = {
  weight: (line) => line.weightKg,
  volume: (line) => line.volumeCm3,
  value: (line) => line.value,
  quantity: (line) => line.units,
};

/**
 * Each line's share of the costs, to the cent: the shares sum exactly to the cost (largest remainder). Allocates by
 * quantity where no line has the required measure.
 */
export function spreadCosts(
  lines: readonly LandedLine[],
  costs: readonly { baseAmount: string; basis: CostBasis }[],
): Map<number, string> {
  const shares = new Map(lines.map((line) => [line.lineId, new Decimal(0)]));
  for (const { baseAmount, basis } of costs) {
    const desired = lines.map(WEIGHTS[basis]);
    const weights = desired.every((one) => new Decimal(one).isZero()) ? lines.map(WEIGHTS.quantity) : desired;
    split(baseAmount, weights).forEach((share, at) => {
      const { lineId } = lines[at] ?? { lineId: 0 };
      shares.set(lineId, (shares.get(lineId) ?? new Decimal(0)).plus(share));
    });
  }
  return new Map([...shares].map(([lineId, share]) => [lineId, share.toFixed(4)]));
}

export interface NewCost {
  kind: string;
  amount: string;
  currency: string;
  basis: CostBasis;
}

/** The placement fees by currency, less discounts. */
export function placementCosts(fees: readonly Pick<Fee, 'kind' | 'amount' | 'currency'>[]): NewCost[] {
  const sums = new Map<string, Decimal>();
  for (const { kind, amount, currency } of fees) {
    const value = new Decimal(amount).abs();
    sums.set(currency, (sums.get(currency) ?? new Decimal(0)).plus(kind === 'FEE' ? value : value.neg()));
  }
  return [...sums]
    .filter(([, sum]) => sum.gt(0))
    .map(([currency, sum]) => ({ kind: 'placement', amount: sum.toFixed(4), currency, basis: 'quantity' }));
}

/** Saves the document's costs. Users who may not see the costs can add some but replace none. */
export async function writeCosts(tx: Tx, docKind: string, docId: number, costs: readonly NewCost[]): Promise<void> {
  if (maySee(tx.rights, 'seeCost'))
    await tx.rows(
      sql`delete from transit_cost where company_id = ${sql.company} and doc_kind = ${docKind} and doc_id = ${docId}`,
    );
  await addCosts(tx, docKind, docId, costs);
}

/** @returns the first of their ids */
export async function addCosts(tx: Tx, docKind: string, docId: number, costs: readonly NewCost[]): Promise<number> {
  if (costs.length === 0) return 0;
  const ids = await tx.rows<{
    id: number;
  }>(sql`insert into transit_cost (company_id, doc_kind, doc_id, kind, amount, currency, basis)
    select ${sql.company}, ${docKind}, ${docId}, c.kind, c.amount, c.currency, c.basis
    from jsonb_to_recordset(${JSON.stringify(costs)}::jsonb) as c(kind text, amount numeric, currency text, basis text)
    returning id`);
  return Math.min(...ids.map((row) => row.id));
}

interface CostRow extends Record<string, unknown> {
  id: number;
  amount: string;
  currency: string;
  basis: CostBasis;
}

type Priced = { lineId: number; productId: number; units: number; goodsCost: string };

/**
 * Allocates the document's unallocated costs to its lines, at today's exchange rates. `goodsCost` is per unit. @returns
 * the share of each line in base currency
 */
export async function shareCosts(
  tx: Tx,
  docKind: string,
  docId: number,
  lines: readonly Priced[],
): Promise<Map<number, string>> {
  const costs = await tx.rows<CostRow>(sql`select id, amount, currency, basis from transit_cost
    where company_id = ${sql.company} and doc_kind = ${docKind} and doc_id = ${docId} and base_amount is null order by id`);
  const { timeZone } = await companyOf(tx);
  const day = localDay(tx.now, timeZone);
  const rates = await ratesOn(
    tx,
    costs.map(({ currency }) => ({ currency, day })),
  );
  const based = costs.map((cost) => ({
    ...cost,
    baseAmount: toBase(cost.amount, rates.get(rateKey(cost.currency, day)) ?? '1'),
  }));
  await tx.rows(sql`update transit_cost c set base_amount = r.base
    from jsonb_to_recordset(${JSON.stringify(based.map((one) => ({ id: one.id, base: one.baseAmount })))}::jsonb) as r(id bigint, base numeric)
    where c.company_id = ${sql.company} and c.id = r.id`);
  const measured = await measure(tx, lines);
  return spreadCosts(measured, based);
}

/** The cost per unit of each line with its share of the costs, six decimals. */
export async function landCosts(
  tx: Tx,
  docKind: string,
  docId: number,
  lines: readonly Priced[],
): Promise<Map<number, string>> {
  const shares = await shareCosts(tx, docKind, docId, lines);
  return new Map(
    lines.map(({ lineId, units, goodsCost }) => [
      lineId,
      new Decimal(shares.get(lineId) ?? 0).div(units).plus(goodsCost).toFixed(6),
    ]),
  );
}

async function measure(tx: Tx, lines: readonly Priced[]): Promise<LandedLine[]> {
  const rows = await tx.rows<{
    id: number;
    kg: string;
    cm3: string;
  }>(sql`select id, coalesce(gross_weight_kg, net_weight_kg, 0) as kg,
      coalesce(length_cm * width_cm * height_cm, 0) as cm3 from product
    where company_id = ${sql.company} and id = any(${lines.map((line) => line.productId)}::bigint[])`);
  const known = new Map(rows.map((row) => [row.id, row]));
  return lines.map(({ lineId, productId, units, goodsCost }) => ({
    lineId,
    units,
    weightKg: new Decimal(known.get(productId)?.kg ?? 0).times(units).toFixed(),
    volumeCm3: new Decimal(known.get(productId)?.cm3 ?? 0).times(units).toFixed(),
    value: new Decimal(goodsCost).times(units).toFixed(),
  }));
}
