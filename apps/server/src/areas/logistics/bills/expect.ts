import type { BillReason, DutyEstimate } from '@tradewind/contract/logistics.ts';
import type { RatedParcel, Rating } from '@tradewind/contract/rating/rate.ts';
import { Decimal } from '../../../core/money.ts';
import type { CardOfDays, Rater } from '../rates/in-force.ts';

/** What a bill says of a parcel. Money is in the bill's currency. */
export interface BilledLine {
  weightGrams: number | null;
  sidesMm: readonly [number, number, number] | null;
  zone: string;
  amount: string;
  parts: readonly Part[];
}
interface Part {
  code: string;
  amount: string;
}
/** What we know of it. */
export interface KnownParcel {
  rated: RatedParcel;
  channelId: number | null;
  serviceCode: string;
  serviceName: string;
  /** Without its address it cannot be rated. */
  erased: boolean;
  /** A shipment of several has one label price, with which its lines are compared together. */
  boxes: number;
  label: { amount: string; currency: string } | null;
  /** As it was estimated when the label was bought. */
  duty: Pick<DutyEstimate, 'currency' | 'duty' | 'vat' | 'fee' | 'total'> | null;
}
export interface Expectation {
  reason: BillReason;
  expected: string | null;
  parts: Part[];
  zone: string;
  tolerance: string;
}
export interface Terms {
  percent: string;
  amount: string;
  /** An amount in the bill's currency, by the day's rate. */
  exchange(amount: string, currency: string): string;
}

const DUTY = /duty|duties|tax|vat|gst|customs|disbursement|关税|增值税|清关|税金/;

/**
 * Duty and import VAT of a line are compared with the estimate that its parcel has, the rest as `ofFreight` does. Where only
 * the duty differs, or it differs by more, it is the reason.
 */
export function expectation(
  line: BilledLine,
  parcel: KnownParcel,
  cards: readonly CardOfDays[],
  terms: Terms,
): Expectation {
  const charged = line.parts.filter(({ code }) => DUTY.test(plain(code)));
  if (!parcel.duty || charged.length === 0) return ofFreight(line, parcel, cards, terms);
  const { duty: estimate } = parcel;
  const inBill = (amount: string) => new Decimal(terms.exchange(amount, estimate.currency));
  const billed = charged.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));
  const without = {
    amount: new Decimal(line.amount).minus(billed).toFixed(),
    parts: line.parts.filter(isNot(charged)),
  };
  const rest = ofFreight({ ...line, ...without }, parcel, cards, terms);
  if (rest.expected === null) return rest;
  const owed = inBill(estimate.total);
  const tolerance = toleranceOf(owed, terms);
  const parts = (['duty', 'vat', 'fee'] as const).flatMap((code) =>
    Number(estimate[code]) === 0 ? [] : [{ code, amount: inBill(estimate[code]).toFixed(2) }],
  );
  const off = billed.minus(owed).abs();
  const restOff = new Decimal(without.amount).minus(rest.expected).abs();
  const isDuty = off.gt(tolerance) && (rest.reason === 'ok' || off.gt(restOff));
  return {
    reason: isDuty ? 'duty' : rest.reason,
    expected: owed.plus(rest.expected).toFixed(2),
    parts: [...rest.parts, ...parts],
    zone: rest.zone,
    tolerance: tolerance.plus(rest.tolerance).toFixed(4),
  };
}
const isNot = (some: readonly Part[]) => (part: Part) => !some.includes(part);

/** Compares a line with the rate card of its parcel's day, else with what its label cost. */
function ofFreight(line: BilledLine, parcel: KnownParcel, cards: readonly CardOfDays[], terms: Terms): Expectation {
  const found = parcel.erased || parcel.boxes > 1 ? undefined : ratingOf(parcel, cards);
  if (found) return byCard(line, parcel.rated, found, terms);
  if (!parcel.label) return { reason: 'uncompared', expected: null, parts: [], zone: '', tolerance: '0' };
  const expected = new Decimal(terms.exchange(parcel.label.amount, parcel.label.currency));
  const tolerance = toleranceOf(expected, terms);
  const difference = new Decimal(line.amount).minus(expected);
  const reason = difference.abs().lte(tolerance) ? 'ok' : byLabel(line, parcel.rated, difference, tolerance);
  return { reason, expected: expected.toFixed(2), parts: [], zone: '', tolerance: tolerance.toFixed(4) };
}

interface Rated {
  rate: Rater;
  rating: Rating;
}
/** By the card whose service it was sent with; else by the cheapest that serves it. */
function ratingOf({ channelId, serviceCode, serviceName, rated }: KnownParcel, cards: readonly CardOfDays[]) {
  const inForce = cards.filter(
    (card) =>
      card.channelId === channelId && card.fromDay <= rated.day && (card.toDay === null || card.toDay >= rated.day),
  );
  const own = inForce.filter((card) => String(card.cardId) === serviceCode || card.name === serviceName);
  const answers = (own.length > 0 ? own : inForce).flatMap(({ rate }): Rated[] => {
    const { rating } = rate(rated);
    return rating ? [{ rate, rating }] : [];
  });
  return answers.sort((a, b) => new Decimal(a.rating.total).cmp(b.rating.total))[0];
}

function toleranceOf(expected: Decimal, { percent, amount }: Pick<Terms, 'percent' | 'amount'>): Decimal {
  return Decimal.max(expected.times(percent).div(100), amount);
}

function byCard(line: BilledLine, parcel: RatedParcel, { rate, rating }: Rated, terms: Terms): Expectation {
  const inBill = (amount: string) => new Decimal(terms.exchange(amount, rating.currency));
  const expected = inBill(rating.total);
  const tolerance = toleranceOf(expected, terms);
  const difference = new Decimal(line.amount).minus(expected);
  const parts = rating.parts.map(({ code, amount }) => ({ code, amount: inBill(amount).toFixed(2) }));
  const reason = difference.abs().lte(tolerance)
    ? 'ok'
    : reasonOf(difference, tolerance, [
        ...changesOf(line, parcel, rating).map(({ reason, change }) => {
          const again = rate({ ...parcel, ...change }).rating;
          return { reason, effect: again ? inBill(again.total).minus(expected) : new Decimal(0) };
        }),
        { reason: 'surcharge' as const, effect: extraOf(line.parts, parts) },
      ]);
  return { reason, expected: expected.toFixed(2), parts, zone: rating.zone, tolerance: tolerance.toFixed(4) };
}

interface Effect {
  reason: BillReason;
  effect: Decimal;
}
const CENT = '0.01';

/** The first change that explains the difference; else the one that explains the most of it, at least half. */
function reasonOf(difference: Decimal, tolerance: Decimal, effects: readonly Effect[]): BillReason {
  const near = Decimal.max(tolerance, CENT);
  const exact = effects.find(({ effect }) => !effect.isZero() && effect.minus(difference).abs().lte(near));
  if (exact) return exact.reason;
  const share = ({ effect }: Effect) => effect.div(difference);
  const most = [...effects].sort((a, b) => share(b).cmp(share(a)))[0];
  return most && share(most).gte('0.5') ? most.reason : 'price';
}

/** The facts of a bill that are not ours, one by one and all of them together. */
function changesOf(line: BilledLine, parcel: RatedParcel, rating: Rating) {
  const { weightGrams, sidesMm, zone } = line;
  const size = sidesMm && volume(sidesMm) > volume(parcel.sidesMm) ? { sidesMm } : undefined;
  const changes: { reason: BillReason; change: Partial<RatedParcel> }[] = [];
  if (weightGrams !== null && weightGrams !== parcel.weightGrams)
    changes.push({ reason: 'weight', change: { weightGrams } });
  if (size) changes.push({ reason: 'size', change: size });
  if (zone !== '' && zone !== rating.zone) changes.push({ reason: 'zone', change: { zone } });
  // A billed weight is often the volume weight of the billed sides.
  return size ? [...changes.filter(({ reason }) => reason === 'size'), ...without(changes, 'size')] : changes;
}
const without = <T extends { reason: BillReason }>(rows: readonly T[], reason: BillReason) =>
  rows.filter((row) => row.reason !== reason);
const volume = (sides: readonly number[] = []) => (sides.length === 3 ? sides.reduce((a, b) => a * b, 1) : 0);

const plain = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9\p{Script=Han}]/gu, '');
const FREIGHT = /freight|base|transport|postage|基础|运费|基本/;
/** Charges that the card does not know for this parcel, and what is too much of those that it knows. Freight is not one. */
function extraOf(billed: readonly Part[], expected: readonly Part[]): Decimal {
  const rest = new Map(expected.map(({ code, amount }) => [plain(code), amount]));
  const codes = [...rest.keys()];
  return billed.reduce((sum, { code, amount }) => {
    const name = plain(code);
    if (FREIGHT.test(name)) return sum;
    const known = codes.find((one) => name.includes(one) || one.includes(name));
    const more = new Decimal(amount).minus(rest.get(known ?? '') ?? 0);
    if (known) rest.set(known, '0');
    return more.gt(0) ? sum.plus(more) : sum;
  }, new Decimal(0));
}

/** A label has one price: what was billed is compared with the box itself. */
function byLabel(line: BilledLine, parcel: RatedParcel, difference: Decimal, tolerance: Decimal): BillReason {
  if (difference.lt(0)) return line.weightGrams !== null && line.weightGrams < parcel.weightGrams ? 'weight' : 'price';
  const charges = line.parts.filter(({ code }) => !FREIGHT.test(plain(code)));
  const extra = extraOf(charges, []);
  if (!extra.isZero() && extra.minus(difference).abs().lte(Decimal.max(tolerance, CENT))) return 'surcharge';
  if (line.sidesMm && parcel.sidesMm && volume(line.sidesMm) > volume(parcel.sidesMm) * 1.02) return 'size';
  if (line.weightGrams !== null && line.weightGrams > parcel.weightGrams * 1.01) return 'weight';
  return extra.gte(difference.div(2)) ? 'surcharge' : 'price';
}
