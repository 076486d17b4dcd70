import type { FastifyRequest } from 'fastify';
import { type Context, header, rawBody } from '../http/app.ts';
import { at, list, parseJson, text } from '../http/types.ts';
import type { Desk, Piece } from './desk.ts';
import { drawPiece } from './drawing.ts';
import { type Answered, Refused } from './gate.ts';
import { readLabel } from './input.ts';
import type { Part } from './parts.ts';
import { type Kind, postageOf } from './tariff.ts';
import { DUTIES_FEE, dutiesOf, metadataOf } from './views.ts';

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const DAY_MS = 86_400_000;
const REPRINTS = 3;

function keyOf(request: FastifyRequest, needed: boolean): string {
  const key = header(request, 'x-idempotency-key');
  if ((key === '' && needed) || (key !== '' && !UUID.test(key)))
    throw new Refused('160391', 'must be a UUID', 'Header: X-Idempotency-Key');
  return key;
}

export class Labels {
  readonly #ctx: Context;
  readonly #desk: Desk;

  constructor(ctx: Context, desk: Desk) {
    this.#ctx = ctx;
    this.#desk = desk;
  }

  /** The same key with the same words is the same label, and is paid once. */
  async buy(kind: Kind, request: FastifyRequest): Promise<Answered> {
    const key = keyOf(request, false);
    const said = rawBody(request)?.toString('utf8') ?? '';
    const known = this.#desk.byKey(key);
    if (known && known.said !== said)
      throw new Refused('160392', 'was used with another request', 'Header: X-Idempotency-Key');
    if (known?.stage === 'cancelled')
      throw new Refused('160393', 'belongs to a label that was canceled', 'Header: X-Idempotency-Key');
    const one =
      known ?? this.#desk.open(readLabel(kind, parseJson(rawBody(request)), this.#ctx.world.clock.now()), key, said);
    request.note += ` ${one.number}`;
    return { parts: await this.#parts(one, request), status: kind === 'international' ? 201 : 200 };
  }

  async #parts(one: Piece, request: FastifyRequest, more: Part[] = []): Promise<Part[]> {
    const whole = await drawPiece(one);
    const isCut = this.#ctx.faults.take('usps', 'cutLabel', `${request.method} ${request.url}`);
    const pdf = isCut ? whole.subarray(0, Math.floor(whole.length / 2)) : whole;
    const name = one.kind === 'return' ? 'returnLabel' : 'label';
    const due = one.prepays
      ? [
          {
            name: 'prepaidDutiesTaxesFees',
            json: { packageFee: DUTIES_FEE, itemCosts: [dutiesOf(one.to.country, one.goodsDollars)] },
          },
        ]
      : [];
    return [{ name: `${name}Metadata`, json: metadataOf(one) }, { name: `${name}Image`, pdf }, ...due, ...more];
  }

  #known(one: Piece | undefined, isAbroad: boolean): Piece {
    if (!one || (one.kind === 'international') !== isAbroad)
      throw new Refused('160185', 'Order not found', 'trackingNumber');
    return one;
  }

  /** Up to the mailing date, three times. */
  async reprint(isAbroad: boolean, number: string, request: FastifyRequest): Promise<Answered> {
    const found = number ? this.#desk.find(number) : this.#desk.byKey(keyOf(request, true));
    const one = this.#known(found, isAbroad);
    const type = text(at(parseJson(rawBody(request)), 'imageInfo', 'imageType')) || 'PDF';
    if (type !== 'PDF') throw new Refused('160383', 'the sandbox draws PDF only', 'imageInfo.imageType');
    if (one.disputeDay) throw new Refused('160380', 'Disputed labels are unavailable for reprint', 'trackingNumber');
    if (one.stage === 'cancelled')
      throw new Refused('160379', 'Canceled labels are unavailable for reprint', 'trackingNumber');
    const now = this.#ctx.world.clock.now();
    if (new Date(now - DAY_MS).toISOString().slice(0, 10) > one.mailingDay)
      throw new Refused('160381', 'Labels past their mailingDate are unavailable for reprint', 'trackingNumber');
    if (one.reprints >= REPRINTS)
      throw new Refused(
        '160382',
        `This label has reached the reprint limit of ${REPRINTS} reprints`,
        'reprintInfo.reprintCount',
      );
    one.reprints++;
    const json = { reprintNumber: one.reprints, reprintLimit: REPRINTS };
    return { parts: await this.#parts(one, request, [{ name: 'reprintInfo', json }]) };
  }

  /** Cancelled while nobody has been told of it; later the postage is asked back. */
  cancel(isAbroad: boolean, number: string): Answered {
    const one = this.#known(this.#desk.find(number), isAbroad);
    const today = new Date(this.#ctx.world.clock.now()).toISOString().slice(0, 10);
    if (one.kind === 'return') throw new Refused('160187', 'Return label orders cannot be canceled', 'trackingNumber');
    if (one.disputeDay === today)
      throw new Refused('160188', 'A refund request for this order has already been submitted today', 'trackingNumber');
    if (one.stage === 'cancelled') throw new Refused('160186', 'Order already canceled', 'trackingNumber');
    if (one.scanForm)
      throw new Refused('160174', 'Labels associated with a scan form cannot be canceled', 'trackingNumber');
    if (one.stage !== 'created')
      throw new Refused('160301', 'The provided order is not eligible for a refund in this API', 'trackingNumber');
    const isManifested = this.#ctx.world.clock.now() - one.createdAt > 2 * DAY_MS;
    this.#desk.cancel(one);
    if (!isManifested) return { json: { trackingNumber: number, status: 'CANCELED' } };
    one.disputeDay = today;
    return { json: { trackingNumber: number, status: 'DISPUTED', disputeId: number.slice(-6) } };
  }

  /** JSON Patch of weight and sides; the postage follows. */
  edit(number: string, request: FastifyRequest): Answered {
    const one = this.#known(this.#desk.find(number), false);
    if (one.stage !== 'created')
      throw new Refused('160247', 'Labels that were manifested cannot be edited', 'trackingNumber');
    for (const change of list(parseJson(rawBody(request)))) {
      const [path, value] = [text(at(change, 'path')), at(change, 'value')];
      const name = /^\/packageDescription\/(weight|length|width|height)$/.exec(path)?.[1];
      if (at(change, 'op') !== 'replace' || !name) throw new Refused('160246', 'cannot be edited', path);
      if (typeof value !== 'number' || value <= 0 || value > 70)
        throw new Refused('050026', 'must be a number from 0 to 70', path);
      one.sides = { ...one.sides, [name === 'weight' ? 'pounds' : name]: value };
    }
    one.cents = postageOf(one.mailClass, one.zone, one.sides);
    return { json: metadataOf(one), etag: `"${one.cents}"` };
  }
}
