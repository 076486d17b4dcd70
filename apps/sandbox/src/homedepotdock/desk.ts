import { recordShipment } from '../amazon/confirm.ts';
import { SpApiError } from '../amazon/errors.ts';
import type { Context } from '../http/app.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import { FACILITIES, poOf } from './facilities.ts';
import { type File, orderOf } from './files.ts';
import { BadFile, interchange, type Message, receive } from './x12.ts';

const PARTNER = 'HOMEDEPOT';
/** Answers have numbers of their own. */
const ANSWERS = 700_000;
const FIRST_HOUR = 6;
const LAST_HOUR = 14;

interface Answer {
  name: string;
  modifiedAt: number;
  text: string;
}
interface Kept {
  name: string;
  modifiedAt: number;
  content: string;
}

const fileOf = ({ name, modifiedAt, text }: Answer): File => ({ name, modifiedAt, content: () => text });
const keptFile = ({ name, modifiedAt, content }: Kept): File => ({ name, modifiedAt, content: () => content });

const find = (message: Message, name: string, qualifier?: string): string[] | undefined =>
  message.segments.find((one) => one[0] === name && (qualifier === undefined || one[1] === qualifier));

/** Home Depot's people and programs: they read what a supplier sends, and answer after a while. */
export class Desk {
  readonly #ctx: Context;
  readonly #answers: Answer[] = [];
  readonly #sent = new Map<string, Kept>();
  readonly #controls = new Set<string>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
    ctx.world.onReset(() => this.load(undefined));
  }

  answers(now: number): File[] {
    return this.#answers.filter((one) => one.modifiedAt <= now).map(fileOf);
  }

  answer(name: string, now: number): File | undefined {
    const found = this.#answers.find((one) => one.name === name);
    return found && found.modifiedAt <= now ? fileOf(found) : undefined;
  }

  sent(): File[] {
    return [...this.#sent.values()].map(keptFile);
  }

  sentFile(name: string): File | undefined {
    const found = this.#sent.get(name);
    return found && keptFile(found);
  }

  /** @returns false when a file of the name is there. @throws BadFile in the words of the translator */
  put(shop: Shop, name: string, content: string): boolean {
    if (this.#sent.has(name)) return false;
    const { control, messages } = receive(content, shop.id, PARTNER);
    if (this.#controls.has(control)) throw new BadFile(`Interchange ${control} was received before.`);
    for (const message of messages) this.#take(shop, message);
    this.#controls.add(control);
    this.#sent.set(name, { name, modifiedAt: this.#now(), content });
    return true;
  }

  /** The goods were unloaded: what came is counted and receipted. */
  receipt(shop: Shop, order: SandboxOrder): void {
    const facility = FACILITIES.find((one) => order.id.endsWith(`-${one.number}`));
    this.#answer(shop, '861', 0, [
      `BRA*R${order.seq}*${new Date(this.#now()).toISOString().slice(0, 10).replaceAll('-', '')}*00*1`,
      `REF*PO*${poOf(order.id)}`,
      `N1*ST**92*${facility?.number ?? ''}`,
      ...order.lines.map((line, index) => `RCD*${index + 1}*${line.shipped}*EA`),
    ]);
  }

  save() {
    return { answers: this.#answers, sent: [...this.#sent.values()], controls: [...this.#controls] };
  }

  load(saved: { answers?: Answer[]; sent?: Kept[]; controls?: string[] } | undefined): void {
    this.#answers.splice(0, this.#answers.length, ...(saved?.answers ?? []));
    this.#sent.clear();
    for (const one of saved?.sent ?? []) this.#sent.set(one.name, one);
    this.#controls.clear();
    for (const one of saved?.controls ?? []) this.#controls.add(one);
  }

  #now(): number {
    return this.#ctx.world.clock.now();
  }

  #answer(shop: Shop, code: string, delayMs: number, segments: string[]): void {
    const control = ANSWERS + this.#answers.length + 1;
    const modifiedAt = Math.ceil((this.#now() + delayMs) / 1000) * 1000;
    const text = interchange(shop.id, code, control, modifiedAt, segments);
    this.#answers.push({ name: `HD_${code}_${control}.edi`, modifiedAt, text });
  }

  #take(shop: Shop, message: Message): void {
    const kinds: Readonly<Record<string, (shop: Shop, message: Message) => void>> = {
      997: (s, m) => this.#accepted(s, m),
      855: (s, m) => this.#refused(s, m),
      856: (s, m) => this.#shipped(s, m),
      753: (s, m) => this.#requested(s, m),
    };
    const take = kinds[message.code];
    if (!take) throw new BadFile(`Message ${message.code} is not set up with this partner.`);
    take(shop, message);
  }

  #order(shop: Shop, po: string | undefined, message: Message): SandboxOrder {
    const facility = find(message, 'N1', 'ST')?.[4];
    const order = shop.byId.get(`${po}-${facility}`);
    if (!order) throw new BadFile(`There is no order ${po} for ${facility}.`);
    return order;
  }

  #accepted(shop: Shop, message: Message): void {
    const about = find(message, 'AK1');
    const order = orderOf(shop, about?.[2] ?? '');
    if (about?.[1] !== 'PO' || !order) throw new BadFile('AK1 names no group that was sent.');
    this.#ctx.world.touch(order, () => {
      order.acknowledged = true;
    });
    notify(order, this.#now(), { kind: 'acknowledge', via: '997', ref: order.id });
  }

  #refused(shop: Shop, message: Message): void {
    const order = this.#order(shop, find(message, 'BAK')?.[3], message);
    if (find(message, 'ACK')?.[1] !== 'IR') throw new BadFile('855 is taken for refused lines only.');
    if (order.status !== 'unshipped') throw new BadFile('The order is closed.');
    this.#ctx.world.cancel(order, '855', 'MERCHANT');
  }

  #shipped(shop: Shop, message: Message): void {
    const order = this.#order(shop, find(message, 'PRF')?.[1], message);
    if (!order.acknowledged) throw new BadFile('The order has not been acknowledged by a 997.');
    const carrier = find(message, 'TD5');
    if (!carrier?.[3]) throw new BadFile('TD5 names no carrier.');
    const levels = message.segments.filter((one) => one[0] === 'HL').length;
    if (Number(find(message, 'CTT')?.[1]) !== levels) throw new BadFile('CTT does not count the levels.');
    try {
      recordShipment(
        this.#ctx.world,
        order,
        {
          ref: find(message, 'BSN')?.[2] ?? '',
          carrierCode: carrier[3],
          carrierName: '',
          method: carrier[5] ?? '',
          tracking: find(message, 'REF', 'CN')?.[2] ?? '',
          shippedAt: this.#now(),
          lines: message.segments
            .filter((one) => one[0] === 'SN1')
            .map((one) => ({ lineId: order.lines[Number(one[1]) - 1]?.id ?? '', quantity: Number(one[2]) })),
        },
        '856',
      );
    } catch (error) {
      if (error instanceof SpApiError) throw new BadFile(error.message);
      throw error;
    }
  }

  /** Docks take deliveries from six to two, and none on Sundays. */
  #requested(shop: Shop, message: Message): void {
    const reference = find(message, 'BGN')?.[2] ?? '';
    const [, , day = '', , time = ''] = find(message, 'G62', '02') ?? [];
    if (!reference || !/^\d{8}$/.test(day) || !/^\d{4}$/.test(time)) throw new BadFile('G62 names no day and time.');
    for (const [, , po] of message.segments.filter((one) => one[0] === 'OID')) {
      const order = this.#order(shop, po, message);
      if (order.status === 'cancelled') throw new BadFile(`Order ${po} is closed.`);
    }
    const at = new Date(
      `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${time.slice(0, 2)}:${time.slice(2)}:00Z`,
    );
    const hour = at.getUTCHours();
    const closed = at.getUTCDay() === 0 || hour < FIRST_HOUR || hour >= LAST_HOUR;
    const head = `BGN*11*A${reference}*${day}*${time}**${reference}**${closed ? 'RJ' : 'AC'}`;
    const { feedStepMs } = this.#ctx.world.settings;
    if (closed) this.#answer(shop, '754', feedStepMs, [head, 'NTE*GEN*The dock is closed at this time']);
    else
      this.#answer(shop, '754', feedStepMs, [
        head,
        `G62*70*${day}*Z*${time}`,
        `N9*AO*RT${reference}`,
        'N9*DOC*14',
        `TD5**2*${find(message, 'TD5')?.[3] ?? 'CNWY'}`,
      ]);
  }
}
