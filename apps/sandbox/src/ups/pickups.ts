import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Context, header, param, rawBody } from '../http/app.ts';
import { at, list, parseJson, text } from '../http/types.ts';
import { dollars } from '../world/orders.ts';
import { badRequest } from './errors.ts';
import { UPS_APP } from './oauth.ts';
import { clockAt } from './places.ts';

interface Requested {
  prn: string;
  day: string;
  contact: string;
  reference: string;
}

const SUCCESS = { ResponseStatus: { Code: '1', Description: 'Success' } };
const FUTURE_DAY_CENTS = 725;
const SAME_DAY_CENTS = 1075;

/** Requests to come for parcels. Source: Pickup.yaml. */
export class PickupDesk {
  readonly #ctx: Context;
  readonly #requested = new Map<string, Requested>();
  #running = 0;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    ctx.world.onReset(() => this.#requested.clear());
  }

  create(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const body = at(parseJson(rawBody(request)), 'PickupCreationRequest');
    if (text(at(body, 'Shipper', 'Account', 'AccountNumber')) !== UPS_APP.account)
      throw badRequest('9500501', 'Invalid account number');
    const address = at(body, 'PickupAddress');
    const [ready, closes] = [
      text(at(body, 'PickupDateInfo', 'ReadyTime')),
      text(at(body, 'PickupDateInfo', 'CloseTime')),
    ];
    const day = text(at(body, 'PickupDateInfo', 'PickupDate'));
    const place = { country: text(at(address, 'CountryCode')), state: text(at(address, 'StateProvince')) };
    const today = clockAt(place, this.#ctx.world.clock.now()).date;
    if (!/^\d{8}$/.test(day) || day < today) throw badRequest('9500508', 'The pickup date is in the past');
    if (!/^\d{4}$/.test(ready) || !/^\d{4}$/.test(closes) || ready >= closes)
      throw badRequest('9500511', 'The close time must be later than the ready time');
    if (!text(at(address, 'Phone', 'Number'))) throw badRequest('9500516', 'Missing phone number');
    if (list(at(body, 'PickupPiece')).some((piece) => !(Number(text(at(piece, 'Quantity'))) > 0)))
      throw badRequest('9500520', 'Invalid quantity');
    const prn = `29${String(++this.#running).padStart(6, '0')}WTC`;
    const contact = text(at(address, 'ContactName'));
    this.#requested.set(prn, { prn, day, contact, reference: text(at(body, 'ReferenceNumber')) });
    request.note += ` ${prn}`;
    const isSameDay = day === today;
    const total = dollars(isSameDay ? SAME_DAY_CENTS : FUTURE_DAY_CENTS);
    const rated = text(at(body, 'RatePickupIndicator')) === 'Y';
    return reply.send({
      PickupCreationResponse: {
        Response: SUCCESS,
        PRN: prn,
        RateStatus: rated
          ? { Code: '01', Description: 'Rate available' }
          : { Code: '04', Description: 'Rate not requested' },
        ...(rated && {
          RateResult: {
            RateType: isSameDay ? 'SD' : 'FD',
            CurrencyCode: 'USD',
            ChargeDetail: [{ ChargeCode: 'B', ChargeDescription: 'BASE CHARGE', ChargeAmount: total }],
            GrandTotalOfAllCharge: total,
          },
        }),
      },
    });
  }

  pending(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (header(request, 'accountnumber') !== UPS_APP.account) throw badRequest('9500501', 'Invalid account number');
    return reply.send({
      PickupPendingStatusResponse: {
        Response: SUCCESS,
        PendingStatus: [...this.#requested.values()].map((one) => ({
          PickupType: '01',
          ServiceDate: one.day,
          PRN: one.prn,
          OnCallStatusCode: '002',
          PickupStatusMessage: 'Received at dispatch',
          BillingCode: '01',
          ContactName: one.contact,
          ReferenceNumber: one.reference,
        })),
      },
    });
  }

  cancel(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const prn = header(request, 'prn');
    if (param(request, 'what') !== '02' || !this.#requested.delete(prn ?? ''))
      throw badRequest('9510117', 'No pickup to cancel for this PRN');
    return reply.send({ PickupCancelResponse: { Response: SUCCESS, PickupType: '01' } });
  }
}
