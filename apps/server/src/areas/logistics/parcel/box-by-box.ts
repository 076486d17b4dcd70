import { ConnectorError, type Parcel, type RecoveredLabel } from '@tradewind/connectors/types.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import type { LabelSeller, SoldLabel } from './label-seller.ts';

/**
 * Sells each box of a shipment by itself, for carriers whose shipments have one box: the first under our reference, the
 * others under it with their number. A purchase that stopped half-way finds what it bought before it buys the rest; boxes
 * that the carrier refuses take those before them back.
 * @param sellerOf of one box by its reference
 */
export function boxByBox(sellerOf: (reference: string) => LabelSeller, reference: string, boxes: number): LabelSeller {
  const references = [reference, ...Array.from({ length: boxes - 1 }, (_, at) => `${reference}-${at + 2}`)];
  const each = references.map(sellerOf);
  const [first] = each as [LabelSeller, ...LabelSeller[]];
  const find = async (except: readonly string[]) => {
    const found: (RecoveredLabel & { carrierName?: string })[] = [];
    for (const one of each) {
      const label = await one.find(except);
      if (!label) return null;
      found.push(label);
    }
    return together(found);
  };
  return {
    rates: async (parcel) => {
      const prices = await Promise.all(split(parcel, references).map((one) => first.rates(one)));
      return sumOf(prices);
    },
    buy: async (parcel, serviceCode) => {
      const sold: SoldLabel[] = [];
      for (const [at, one] of split(parcel, references).entries()) {
        try {
          const label = await (each[at] ?? first).find(sold.map(({ trackingNumber }) => trackingNumber));
          sold.push(withPrice(label) ?? (await (each[at] ?? first).buy(one, serviceCode)));
        } catch (error) {
          await takeBack(first, sold, error);
          throw error;
        }
      }
      return together(sold) as SoldLabel;
    },
    find,
    void: (shipmentId, trackingNumber) => first.void(shipmentId, trackingNumber),
    draw: (shipmentId, trackingNumber) => first.draw(shipmentId, trackingNumber),
    each,
  };
}

/** Found without its price, its sum with others would be wrong: unknown then. */
const withPrice = (label: RecoveredLabel | null): SoldLabel | undefined =>
  label
    ? { ...label, amount: label.amount ?? '0', currency: label.amount === undefined ? '' : (label.currency ?? '') }
    : undefined;

function split(parcel: Parcel, references: readonly string[]): Parcel[] {
  const { further = [], weightGrams, lengthMm, widthMm, heightMm, ...rest } = parcel;
  // Nobody says which goods are in which box, and customs must not read them twice.
  if (rest.from.country !== rest.to.country) throw ruleBroken('logistics.oneBoxAbroad');
  const own = { weightGrams, ...(lengthMm && widthMm && heightMm ? { lengthMm, widthMm, heightMm } : {}) };
  return [own, ...further].map((box, at) => ({ ...rest, ...box, reference: references[at] ?? rest.reference }));
}

/** @throws ConnectorError uncertain where a label could not be taken back */
async function takeBack(seller: LabelSeller, sold: readonly SoldLabel[], cause: unknown): Promise<void> {
  const unsure = (detail: string) =>
    new ConnectorError('carrier', 'uncertain', `bought ${sold.length} boxes of several: ${detail}`, { cause });
  if (cause instanceof ConnectorError && cause.kind === 'uncertain') return;
  for (const { shipmentId, trackingNumber } of sold) {
    const answer = await seller.void(shipmentId, trackingNumber).catch((error: Error) => {
      throw unsure(error.message);
    });
    if (!answer.voided) throw unsure(answer.detail);
  }
}

/** One label of many: the first carries the others. */
function together<T extends RecoveredLabel>(labels: readonly T[]): T {
  const [first, ...others] = labels as [T, ...T[]];
  const [currency = '', ...more] = new Set(labels.map((one) => (one.amount === undefined ? '' : (one.currency ?? ''))));
  const known = more.length === 0 && currency !== '';
  const amount = labels.reduce((sum, one) => sum.plus(one.amount ?? 0), new Decimal(0));
  return {
    ...first,
    amount: known ? amount.toFixed(2) : '0',
    currency: known ? currency : '',
    remarks: [...new Set(labels.flatMap((one) => one.remarks ?? []))],
    further: others.map(({ trackingNumber, shipmentId, label }) => ({ trackingNumber, shipmentId, label })),
  };
}

/** Services that every box can go by, with the sum of their prices. */
function sumOf(prices: readonly Awaited<ReturnType<LabelSeller['rates']>>[]) {
  const [first = [], ...others] = prices;
  return first.flatMap((rate) => {
    const same = others.map((rates) =>
      rates.find((one) => one.serviceCode === rate.serviceCode && one.currency === rate.currency),
    );
    if (same.includes(undefined)) return [];
    const all = [rate, ...same.flatMap((one) => one ?? [])];
    const sum = (of: (one: typeof rate) => string) =>
      all.reduce((total, one) => total.plus(of(one)), new Decimal(0)).toFixed(2);
    return [
      {
        ...rate,
        amount: sum((one) => one.amount),
        listAmount: sum((one) => one.listAmount),
        surcharges: all.flatMap((one) => one.surcharges),
      },
    ];
  });
}
