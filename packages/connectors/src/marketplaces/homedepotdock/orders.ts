import { amountsOfOrder, laxAmount, laxCurrency, type OrderAmounts } from '../../amounts.ts';
import type { OrderRecord, PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { sum, times } from '../../money.ts';
import { countryCode } from '../../places.ts';
import { Unfit } from '../../read.ts';
import type { Address } from '../../types.ts';
import { type Group, type Interchange, type Message, readInterchange, type Segment } from '../../x12.ts';
import { facilityType, instantAt, WAREHOUSE_ZONE, zoneOf } from './facility.ts';
import type { MailFile } from './mailbox.ts';

/** One number of ours for what Home Depot sends again: the order and where it goes to. */
export const orderNo = (po: string, facility: string): string => `${po}-${facility}`;
export const poOf = (no: string): string => no.slice(0, no.lastIndexOf('-'));
export const facilityOf = (no: string): string => no.slice(no.lastIndexOf('-') + 1);

const all = (message: Message, name: string): Segment[] => message.segments.filter((one) => one[0] === name);
const first = (message: Message, name: string, qualifier?: string): Segment | undefined =>
  all(message, name).find((one) => qualifier === undefined || one[1] === qualifier);

/** PO1 and POC name products by pairs of a qualifier and a number. */
function idIn(segment: Segment, from: number, qualifier: string): string | undefined {
  for (let at = from; at + 1 < segment.length; at += 2) if (segment[at] === qualifier) return segment[at + 1];
  return undefined;
}

/** Where an order and its cancellation write the same things. */
const FORMS = {
  850: { head: 'BEG', po: 3, day: 5, line: 'PO1', quantity: 2, unit: 3, price: 4, ids: 6 },
  860: { head: 'BCH', po: 3, day: 6, line: 'POC', quantity: 3, unit: 5, price: 6, ids: 8 },
} as const;
type Form = (typeof FORMS)[keyof typeof FORMS];

const formOf = (message: Message): Form | undefined =>
  message.code === '850' ? FORMS[850] : message.code === '860' ? FORMS[860] : undefined;

/** The number of the order that a message is about, as far as it still says so. */
function numberIn(message: Message): string | undefined {
  const form = formOf(message);
  const po = form && first(message, form.head)?.[form.po];
  const facility = shipTo(message)?.[4] || first(message, 'REF', 'ST')?.[2];
  return po && facility ? orderNo(po, facility) : undefined;
}

const shipTo = (message: Message): Segment | undefined => first(message, 'N1', 'ST');

function readLines(message: Message, form: Form, amounts: OrderAmounts): PlatformOrderLine[] {
  const lines: PlatformOrderLine[] = [];
  for (const segment of message.segments) {
    const line = lines.at(-1);
    if (segment[0] === 'PID' && line && segment[5]) line.title = segment[5];
    if (segment[0] !== form.line) continue;
    const field = `${form.line}${lines.length + 1}`;
    const quantity = Number(segment[form.quantity]);
    const price = laxAmount.parse(segment[form.price]);
    const unit = segment[form.unit];
    if (!segment[1]) throw new Unfit(field, 'a line without a number');
    if (!Number.isInteger(quantity) || quantity < 1) throw new Unfit(`${field}.quantity`, 'not a whole number');
    if (unit?.toUpperCase() !== 'EA') throw new Unfit(`${field}.unit`, `pieces (EA) are known, "${unit ?? ''}" is not`);
    const [sku, item] = [idIn(segment, form.ids, 'VN') ?? '', idIn(segment, form.ids, 'SK')];
    lines.push({
      platformLineId: segment[1],
      sellerSku: sku,
      ...(item ? { platformItemId: item } : {}),
      title: sku || item || segment[1],
      quantity,
      unitPrice: amounts.due(price),
      discount: '0',
      tax: '0',
    });
  }
  if (lines.length === 0) throw new Unfit(form.line, 'an order without lines');
  return lines;
}

function readAddress(message: Message): Address | undefined {
  const at = message.segments.findIndex((one) => one[0] === 'N1' && one[1] === 'ST');
  if (at < 0) return undefined;
  const next = message.segments
    .slice(at + 1)
    .findIndex((one) => one[0] === 'N1' || one[0] === 'PO1' || one[0] === 'POC');
  const answered = message.segments.slice(at, next < 0 ? undefined : at + 1 + next);
  const of = (name: string) => answered.find((one) => one[0] === name);
  const [n1, n3, n4, per] = [of('N1'), of('N3'), of('N4'), of('PER')];
  if (!n3?.[1]) return undefined;
  const phone = per?.[3] === 'TE' ? per[4] : undefined;
  return {
    name: n1?.[2] ?? '',
    company: 'The Home Depot',
    line1: n3[1],
    ...(n3[2] ? { line2: n3[2] } : {}),
    city: n4?.[1] ?? '',
    ...(n4?.[2] ? { state: n4[2] } : {}),
    postalCode: n4?.[3] ?? '',
    country: countryCode(n4?.[4]) ?? (n4?.[4] || 'US'),
    ...(phone ? { phone } : {}),
    residential: false,
  };
}

function toOrder(message: Message, form: Form, group: Group, file: MailFile): PlatformOrder {
  const no = numberIn(message);
  const head = first(message, form.head);
  if (!no || !head) throw new Unfit('N1*ST', 'the order does not say where it goes to');
  if (form === FORMS[850] && head[1] !== '00') throw new Unfit('BEG01', `"${head[1] ?? ''}" is no new order`);
  if (form === FORMS[860] && head[1] !== '01')
    throw new Unfit('BCH01', `a change of kind "${head[1] ?? ''}": compare the order with what Home Depot asks for`);
  const amounts = amountsOfOrder();
  const lines = readLines(message, form, amounts);
  const goodsAmount = sum(lines.map((line) => times(line.unitPrice, line.quantity)));
  const address = readAddress(message);
  const name = shipTo(message)?.[2] ?? '';
  const zone = zoneOf(address?.state);
  const day = head[form.day] ?? '';
  const time = day === group.day ? group.time : '0000';
  const writtenAt = new Date(file.modifiedAt).toISOString();
  const orderedAt =
    instantAt(day, time, WAREHOUSE_ZONE) ?? instantAt(group.day, group.time, WAREHOUSE_ZONE) ?? writtenAt;
  const dayOf = (qualifier: string) => first(message, 'DTM', qualifier)?.[2] ?? '';
  const shipFrom = instantAt(dayOf('037'), '0000', zone);
  const shipBy = instantAt(dayOf('038') || dayOf('010'), '2359', zone);
  return {
    platformOrderNo: no,
    displayNo: poOf(no),
    fulfilmentRefs: [file.name],
    status: form === FORMS[860] ? 'cancelled' : 'toShip',
    fulfilledBy: 'seller',
    orderedAt,
    updatedAt: writtenAt,
    ...(shipBy ? { shipBy } : {}),
    currency: laxCurrency.parse(first(message, 'CUR')?.[2]) ?? 'USD',
    goodsAmount,
    shippingAmount: '0',
    taxAmount: '0',
    discountAmount: '0',
    totalAmount: goodsAmount,
    ...amounts.unknown(),
    buyerName: name,
    ...(address ? { shipTo: address } : {}),
    docking: {
      facility: facilityOf(no),
      facilityType: facilityType(name),
      timeZone: zone,
      ...(shipFrom ? { shipFrom } : {}),
    },
    lines,
  };
}

/** A message of orders read, with the order it is about. */
export interface Read {
  no: string | undefined;
  record: OrderRecord;
}

function readMessage(message: Message, group: Group, file: MailFile): Read[] {
  const form = formOf(message);
  if (!form) return [];
  const no = numberIn(message);
  try {
    if (message.problem) throw new Unfit('SE', message.problem);
    return [{ no, record: { ok: true, order: toOrder(message, form, group, file) } }];
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    const raw = { file: file.name, segments: message.segments.map((one) => one.join('*')) };
    const number = no === undefined ? {} : { platformOrderNo: no };
    return [{ no, record: { ok: false, ...number, raw, reason: error.message } }];
  }
}

/** What a file says of orders; a file that is no interchange is one record set aside. */
export function readOrders(text: string, file: MailFile): Read[] {
  let whole: Interchange;
  try {
    whole = readInterchange(text);
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    const raw = { file: file.name, text: text.slice(0, 4000) };
    return [{ no: undefined, record: { ok: false, raw, reason: error.message } }];
  }
  return whole.groups.flatMap((group) => group.messages.flatMap((message) => readMessage(message, group, file)));
}
