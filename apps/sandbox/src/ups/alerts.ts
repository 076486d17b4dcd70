import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Context, isLoopbackUrl, param, rawBody } from '../http/app.ts';
import { at, list, parseJson, text } from '../http/types.ts';
import { Courier } from '../kit/courier.ts';
import { badRequest } from './errors.ts';
import { isTrackingNumber } from './numbers.ts';
import { clockAt } from './places.ts';
import type { Activity, UpsDesk } from './shipments.ts';

const DAYS_MS = 14 * 86_400_000;

/** News of parcels. Source: UPSTrackAlert.yaml, and of version 1 its text of 2025, with a destination in each request. */
export class TrackAlerts {
  readonly #ctx: Context;
  readonly #courier: Courier;
  readonly #subscribed = new Map<string, { url: string; credential: string; until: number }>();

  constructor(ctx: Context, desk: UpsDesk) {
    this.#ctx = ctx;
    this.#courier = new Courier(ctx, 'ups');
    ctx.world.onReset(() => this.#subscribed.clear());
    desk.onActivity((parcel, activity) => this.#tell(parcel.tracking, activity));
  }

  stop(): void {
    this.#courier.stop();
  }

  subscribe(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const body = parseJson(rawBody(request));
    const url = text(at(body, 'destination', 'url'));
    const credential = text(at(body, 'destination', 'credential'));
    const numbers = list(at(body, 'trackingNumberList')).map(text);
    if (!['standard', 'enhanced'].includes(param(request, 'type'))) throw badRequest('VSS930', 'Type is invalid');
    if (!text(at(body, 'locale'))) throw badRequest('VSS110', 'Locale is empty or not present');
    if (numbers.length === 0 || numbers.length > 100) throw badRequest('VSS215', 'One to 100 tracking numbers');
    if (!url || !isLoopbackUrl(url)) throw badRequest('VSS600', 'URL is empty (this sandbox takes loopback ones)');
    if (!credential) throw badRequest('VSS700', 'Credential is empty or not present');
    if (!text(at(body, 'destination', 'credentialType'))) throw badRequest('VSS800', 'CredentialType is empty');
    const valid = numbers.filter(isTrackingNumber);
    for (const number of valid)
      this.#subscribed.set(number, { url, credential, until: this.#ctx.world.clock.now() + DAYS_MS });
    const invalid = numbers.filter((number) => !isTrackingNumber(number));
    return reply.send({ validTrackingNumbers: valid, invalidTrackingNumbers: invalid });
  }

  #tell(trackingNumber: string, activity: Activity): void {
    const subscription = this.#subscribed.get(trackingNumber);
    if (!subscription || subscription.until < this.#ctx.world.clock.now()) return;
    const local = clockAt(activity, activity.at);
    const gmt = new Date(activity.at).toISOString();
    const news = {
      trackingNumber,
      localActivityDate: local.date,
      localActivityTime: local.time,
      activityLocation: { city: activity.city, stateProvince: activity.state, country: activity.country },
      activityStatus: { type: activity.type, code: activity.code, description: activity.description },
      gmtActivityDate: gmt.slice(0, 10).replaceAll('-', ''),
      gmtActivityTime: gmt.slice(11, 19).replaceAll(':', ''),
      gmtOffset: local.offset.replace(':', '.'),
    };
    this.#courier.send(
      { uri: subscription.url },
      {
        topic: 'TrackingEvent',
        body: Buffer.from(JSON.stringify(news)),
        headers: {
          'content-type': 'application/json',
          credential: subscription.credential,
          'user-agent': 'UPSPubSubTrackingService',
        },
      },
    );
  }
}
