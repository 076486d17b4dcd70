import { recordShipment } from '../amazon/confirm.ts';
import { readDate } from '../amazon/dates.ts';
import { invalidInput, SpApiError } from '../amazon/errors.ts';
import type { Context } from '../http/app.ts';
import { at, list, text } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { answersOf, openOf, piecesOf } from './answers.ts';
import { lineAt, orderOf } from './vendor.ts';

const TYPES = ['SmallParcel', 'LessThanTruckLoad', 'TruckLoad'];
const TERMS = ['PaidByBuyer', 'CollectOnDelivery', 'PrepaidBySeller', 'PaidBySeller'];

type Pieces = Map<number, number>;

/** Serial Shipping Container Code: 18 digits, the last of them GS1's check digit. */
function isSscc(number: string): boolean {
  if (!/^\d{18}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** The containers of one notice, each by a number that no container of the vendor had before. */
function readContainers(shop: Shop, identifier: string, answered: unknown): string[] {
  const numbers = [
    ...list(at(answered, 'cartons')).map((one) => ({ one, ids: list(at(one, 'cartonIdentifiers')) })),
    ...list(at(answered, 'pallets')).map((one) => ({ one, ids: list(at(one, 'palletIdentifiers')) })),
  ].flatMap(({ ids }) =>
    ids
      .filter((id) => text(at(id, 'containerIdentificationType')) === 'SSCC')
      .map((id) => text(at(id, 'containerIdentificationNumber'))),
  );
  for (const number of numbers) if (!isSscc(number)) throw invalidInput(`Invalid SSCC: ${number}`);
  const known = new Set(
    [...shop.byId.values()].flatMap((order) =>
      Object.entries((order.extra.containers ?? {}) as Record<string, string[]>).flatMap(([ref, all]) =>
        ref === identifier ? [] : all,
      ),
    ),
  );
  const twice = numbers.find((number, i) => known.has(number) || numbers.indexOf(number) !== i);
  if (twice) throw new SpApiError(400, 'DUPLICATE_CONTAINER', `SSCC ${twice} was used for another container.`);
  return numbers;
}

const add = (sums: Pieces, item: unknown, sequence: unknown) =>
  sums.set(Number(sequence), (sums.get(Number(sequence)) ?? 0) + piecesOf(at(item, 'shippedQuantity')));

/** Where cartons say what is in them, it is what was shipped, no more and no less. */
function checkContents(answered: unknown, shipped: Pieces): void {
  const packed: Pieces = new Map();
  for (const carton of list(at(answered, 'cartons')))
    for (const item of list(at(carton, 'items'))) add(packed, item, at(item, 'itemReference'));
  if (packed.size === 0) return;
  for (const [sequence, pieces] of shipped)
    if (packed.get(sequence) !== pieces)
      throw invalidInput(`The cartons hold ${packed.get(sequence) ?? 0} of item ${sequence}, shipped are ${pieces}.`);
  const sequences = list(at(answered, 'cartons')).map((carton) => text(at(carton, 'cartonSequenceNumber')));
  for (const pallet of list(at(answered, 'pallets')))
    for (const reference of list(at(pallet, 'cartonReferenceDetails', 'cartonReferenceNumbers')))
      if (!sequences.includes(text(reference))) throw invalidInput(`There is no carton ${text(reference)}.`);
}

function checkHead(order: SandboxOrder, answered: unknown, identifier: string): void {
  const kind = text(at(answered, 'shipmentConfirmationType'));
  if (kind !== 'Original' && kind !== 'Replace') throw invalidInput('Invalid shipmentConfirmationType.');
  for (const name of ['sellingParty', 'shipFromParty', 'shipToParty'])
    if (!text(at(answered, name, 'partyId'))) throw invalidInput(`${name} is required.`);
  if (!order.acknowledged) throw invalidInput('The purchase order is not acknowledged.');
  const known = order.parcels.some((parcel) => parcel.ref === identifier);
  if (known && kind === 'Original')
    throw new SpApiError(400, 'DUPLICATE_SHIPMENT', `Shipment identifier ${identifier} already exists.`);
  if (!known && kind === 'Replace') throw invalidInput(`There is no shipment ${identifier} to replace.`);
  const type = text(at(answered, 'shipmentType'));
  if (!TYPES.includes(type)) throw invalidInput('Invalid shipmentType.');
  const cartons = list(at(answered, 'cartons'));
  const tracked = cartons.length > 0 && cartons.every((carton) => text(at(carton, 'trackingNumber')));
  if (type === 'SmallParcel' && !tracked)
    throw invalidInput('trackingNumber is required for every carton of a small parcel shipment.');
  const terms = text(at(answered, 'importDetails', 'methodOfPayment'));
  if (terms && !TERMS.includes(terms)) throw invalidInput('Invalid methodOfPayment.');
  const scac = text(at(answered, 'transportationDetails', 'carrierScac'));
  if (type !== 'SmallParcel' && !/^[A-Z]{2,4}$/.test(scac)) throw invalidInput('carrierScac is required.');
}

/** The advance shipment notice of one purchase order. */
export function ship(ctx: Context, shop: Shop, answered: unknown): void {
  const identifier = text(at(answered, 'shipmentIdentifier'));
  if (!identifier) throw invalidInput('shipmentIdentifier is required.');
  const items = list(at(answered, 'shippedItems'));
  const order = orderOf(shop, text(at(items[0], 'itemDetails', 'purchaseOrderNumber')), false);
  checkHead(order, answered, identifier);
  const shippedAt = readDate('shippedDate', text(at(answered, 'shippedDate')), false);
  if (shippedAt === undefined) throw invalidInput('shippedDate is required.');
  const shipped: Pieces = new Map();
  for (const item of items) add(shipped, item, at(item, 'itemSequenceNumber'));
  checkContents(answered, shipped);
  for (const [sequence, pieces] of shipped)
    if (answersOf(order).length > 0 && pieces > openOf(order, sequence - 1))
      throw invalidInput(
        `Item ${sequence}: more than the ${openOf(order, sequence - 1)} acknowledged would be shipped.`,
      );
  const containers = readContainers(shop, identifier, answered);
  recordShipment(
    ctx.world,
    order,
    {
      ref: identifier,
      carrierCode: text(at(answered, 'transportationDetails', 'carrierScac')),
      carrierName: '',
      method: '',
      tracking: text(at(answered, 'cartons', 0, 'trackingNumber')),
      shippedAt,
      lines: [...shipped].map(([sequence, quantity]) => ({ lineId: lineAt(order, sequence).id, quantity })),
    },
    'shipmentConfirmation',
  );
  ctx.world.touch(order, () => {
    order.extra.containers = { ...(order.extra.containers as object), [identifier]: containers };
    // What Amazon was told last under this name.
    order.extra.notices = { ...(order.extra.notices as object), [identifier]: answered };
  });
}
