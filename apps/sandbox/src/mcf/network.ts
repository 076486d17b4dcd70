import { invalidInput } from '../amazon/errors.ts';
import type { Context } from '../http/app.ts';
import { isRecord } from '../http/types.ts';
import { Depot, type DepotOrder } from '../kit/depot.ts';

export const PLACES: Readonly<Record<string, string>> = { ATVPDKIKX0DER: 'US', A2EUQ1WTGCTBG2: 'CA' };

/** What Amazon keeps of an order besides what the hall needs. */
export interface Wish {
  place: string;
  tier: string;
  policy: string;
  action: string;
  channel: string;
  unbranded: boolean;
  address: Readonly<Record<string, string>>;
  lineIds: string[];
  displayable?: { id: string; date: string; comment: string };
}

export interface Order extends Wish {
  id: string;
  depot: DepotOrder;
}

const MOST_LINES = 100;
const MOST_UNITS = 250;

/** Amazon's fulfilment centres of all marketplaces, and what was asked of them. */
export class Network {
  readonly depot: Depot;
  readonly #ctx: Context;
  #wishes: Record<string, Wish> = {};

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.depot = new Depot(ctx);
    ctx.world.onReset(() => {
      this.#wishes = {};
    });
  }

  save(): unknown {
    return { depot: this.depot.save(), wishes: this.#wishes };
  }

  load(saved: unknown): void {
    if (!isRecord(saved) || !isRecord(saved.wishes)) return;
    this.depot.load(saved.depot);
    this.#wishes = saved.wishes as Record<string, Wish>;
  }

  get orders(): Order[] {
    return this.depot.orders.flatMap((depot) => {
      const wish = this.#wishes[depot.ref];
      return wish ? [{ ...wish, id: depot.ref, depot }] : [];
    });
  }

  order(id: string): Order | undefined {
    return this.orders.find((one) => one.id === id);
  }

  /** A listing that Amazon fulfils, and goods for it: they come in step by step. */
  stock(place: string, sku: string, quantity: number): void {
    const grams = 500;
    if (!this.depot.product(sku))
      this.depot.putProduct({ sku, nameEn: sku, nameZh: sku, grams, mm: [300, 150, 100], draft: false });
    if (quantity <= 0) return;
    const no = this.depot.number('FBA', 8);
    this.depot.arrive({ no, ref: no, warehouse: place, boxes: [{ box: '1', sku, quantity }] });
  }

  place(id: string, wish: Wish, lines: { sku: string; quantity: number }[]): Order {
    if (!id || id.length > 40) throw invalidInput('The order id must have 1 to 40 characters.');
    // Amazon says as little as that about a number that it has already.
    if (this.order(id)) throw invalidInput(`Value ${id} for parameter orderId is invalid. Reason: InvalidValue.`);
    this.check(wish, lines);
    const no = this.depot.number('', 10);
    const country = wish.address.countryCode ?? '';
    this.#wishes[id] = wish;
    this.depot.order({ no, ref: id, warehouse: wish.place, method: wish.tier, country, lines });
    this.#ctx.world.changes++;
    return this.order(id) as Order;
  }

  check(wish: Wish, lines: { sku: string; quantity: number }[]): void {
    const tiers = wish.place === 'A2EUQ1WTGCTBG2' ? ['STANDARD', 'EXPEDITED', 'PRIORITY'] : ['STANDARD', 'EXPEDITED'];
    if (!tiers.includes(wish.tier)) throw invalidInput(`The service tier ${wish.tier} is not available.`);
    if (!['FILL_OR_KILL', 'FILL_ALL', 'FILL_ALL_AVAILABLE'].includes(wish.policy))
      throw invalidInput(`Value ${wish.policy} for parameter policy is invalid.`);
    if (!['SHIP', 'HOLD'].includes(wish.action))
      throw invalidInput(`Value ${wish.action} for parameter action is invalid.`);
    checkAddress(wish.address);
    const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    if (lines.length === 0 || lines.length > MOST_LINES || units > MOST_UNITS)
      throw invalidInput('An order has 1 to 100 items and at most 250 units.');
    if (new Set(wish.lineIds).size < wish.lineIds.length) throw invalidInput('The item ids are not unique.');
    for (const [index, { sku, quantity }] of lines.entries()) {
      const id = wish.lineIds[index] ?? '';
      if (!this.depot.product(sku)) throw invalidInput(`the SellerSKU for Item Id: ${id} is invalid.`);
      if (!Number.isInteger(quantity) || quantity < 1)
        throw invalidInput(`the quantity for Item Id: ${id} is invalid.`);
    }
  }
}

function checkAddress(address: Wish['address']): void {
  const absent = [
    'name',
    'addressLine1',
    'postalCode',
    'countryCode',
    ...(address.countryCode === 'JP' ? [] : ['city']),
  ];
  for (const field of absent)
    if (!address[field])
      throw invalidInput(
        `Value null at 'deliveryAddress.${field}' failed to satisfy constraint: Member must not be null`,
      );
  if (address.countryCode === 'JP' && address.city) throw invalidInput('The city must not be used in Japan.');
  if (!/^[A-Z]{2}$/.test(address.countryCode ?? '')) throw invalidInput('The countryCode is invalid.');
  if (address.countryCode !== 'US') return;
  if (!/^\d{5}(-\d{4})?$/.test(address.postalCode ?? '')) throw invalidInput('The postalCode is invalid.');
  if (address.stateOrRegion && !/^[A-Z]{2}$/.test(address.stateOrRegion))
    throw invalidInput('The stateOrRegion is invalid.');
}
