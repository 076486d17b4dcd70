import type { Context } from '../http/app.ts';
import { Journey, type Moving } from '../kit/journey.ts';
import { clockAt } from '../ups/places.ts';
import type { LabelInput } from './input.ts';
import { itemNumber, packageNumber } from './numbers.ts';
import { COUNTRIES, postageOf, zoneOf } from './tariff.ts';

const STAGES = [
  ...([
    'created',
    'picked_up',
    'in_transit',
    'departed',
    'customs',
    'arrived',
    'out_for_delivery',
    'delivered',
  ] as const),
];
type Step = (typeof STAGES)[number];
type Stage = Moving<Step>['stage'];
/** What happens beside the way. */
type Note = 'notice_left' | 'available' | 'lost' | 'back';

export interface Scan {
  at: number;
  code: string;
  words: string;
  city: string;
  state: string;
  zip: string;
  country: string;
}

export interface Piece extends LabelInput, Moving<Step> {
  number: string;
  /** The very words it was bought with: the same key with others is refused. */
  said: string;
  zone: number;
  cents: number;
  reprints: number;
  scanForm: string;
  disputeDay: string;
  scans: Scan[];
}

const MAILER = '903000001';
const CATEGORIES: Readonly<Record<Stage, string>> = {
  created: 'Pre-Shipment',
  picked_up: 'Accepted',
  in_transit: 'In Transit',
  departed: 'In Transit',
  customs: 'In Transit',
  arrived: 'In Transit',
  out_for_delivery: 'Out for Delivery',
  delivered: 'Delivered',
  exception: 'Alert',
  returned: 'Return to Sender',
  cancelled: 'Pre-Shipment',
};

type Near = 'from' | 'hub' | 'to';
const WAY: Readonly<Record<Stage | Note, readonly [code: string, words: string, near: Near]>> = {
  created: ['GX', 'Shipping Label Created, USPS Awaiting Item', 'from'],
  picked_up: ['03', 'USPS in possession of item', 'from'],
  in_transit: ['T1', 'Departed USPS Regional Facility', 'from'],
  departed: ['EF', 'Departed', 'from'],
  customs: ['41', 'Inbound Into Customs', 'hub'],
  arrived: ['07', 'Arrived at Post Office', 'to'],
  out_for_delivery: ['OF', 'Out for Delivery', 'to'],
  delivered: ['01', 'Delivered, In/At Mailbox', 'to'],
  exception: ['22', 'Insufficient Address', 'to'],
  returned: ['09', 'Return to Sender Processed', 'to'],
  cancelled: ['', '', 'from'],
  notice_left: ['02', 'Notice Left (No Authorized Recipient Available)', 'to'],
  available: ['14', 'Available for Pickup', 'to'],
  lost: ['DE', 'Dead Mail/Disposed by Post Office', 'hub'],
  back: ['01', 'Delivered, To Original Sender', 'from'],
};
const NOTES: readonly string[] = ['notice_left', 'available', 'lost', 'back'];

export const categoryOf = ({ stage }: Piece): string => CATEGORIES[stage];

export class Desk extends Journey<Step, Piece> {
  constructor(ctx: Context) {
    super(ctx, STAGES, 'customs');
  }

  protected override isUnder({ said }: Piece, reference: string): boolean {
    return said.includes(`"${reference}"`);
  }

  find(number: string): Piece | undefined {
    return this.those((one) => one.number === number).at(-1);
  }
  byKey(key: string): Piece | undefined {
    return this.those((one) => key !== '' && one.reference === key).at(-1);
  }

  open(input: LabelInput, key: string, said: string): Piece {
    const { from, to, mailClass, sides, kind, rateIndicator } = input;
    const zone = kind === 'international' ? (COUNTRIES[to.country]?.group ?? 0) : zoneOf(from.zip, to.zip);
    const flat = mailClass.flat.find(([code]) => code === rateIndicator);
    const cents = flat ? flat[2] : postageOf(mailClass, zone, sides);
    return this.add((running, fresh) => ({
      ...{
        ...input,
        ...fresh,
        reference: key,
        said,
        zone,
        cents,
        reprints: 0,
        scanForm: '',
        disputeDay: '',
        scans: [],
      },
      number:
        kind === 'international'
          ? itemNumber(mailClass.service, running)
          : packageNumber(mailClass.service, MAILER, running),
    }));
  }

  /** Up to a stage, or something beside the way. */
  move(one: Piece, to?: string, now = Date.now()): void {
    if (to === undefined || !NOTES.includes(to)) this.advance(one, to);
    else this.#scan(one, to as Note, now);
  }

  protected arrive(one: Piece, stage: Stage, at: number): void {
    const isAbroad = one.kind === 'international';
    if (stage === 'cancelled' || (!isAbroad && (stage === 'departed' || stage === 'customs'))) return;
    this.#scan(one, stage, at);
  }

  #scan(one: Piece, what: Stage | Note, at: number): void {
    const [code, words, near] = WAY[what];
    const { from, to } = one;
    const hub = COUNTRIES[to.country]?.city ?? 'JACKSONVILLE FL DISTRIBUTION CENTER';
    const place =
      near === 'hub'
        ? { city: hub, state: '', zip: '', country: to.country }
        : near === 'from'
          ? { city: from.city.toUpperCase(), state: from.state, zip: from.zip, country: '' }
          : {
              city: to.city.toUpperCase(),
              state: to.country ? '' : to.state,
              zip: to.country ? '' : to.zip,
              country: to.country,
            };
    one.scans.push({ at: Math.max(at, one.scans.at(-1)?.at ?? 0), code, words, ...place });
  }
}

const stamp = (date: string, time: string): string =>
  `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}`;

/** Newest first, as the tracking interface tells them. */
export function trackView(one: Piece) {
  const shown = one.scans.toReversed().map(({ at, code, words, city, state, zip, country }) => {
    const { date, time, offset } = clockAt({ country: country || 'US', state: state || one.to.state }, at);
    return {
      eventType: words,
      eventTimestamp: stamp(date, time),
      GMTTimestamp: `${new Date(at).toISOString().slice(0, 19)}Z`,
      GMTOffset: offset,
      eventCity: city,
      ...(state ? { eventState: state } : {}),
      ...(zip ? { eventZIP: zip } : {}),
      ...(country ? { eventCountry: country } : {}),
      authorizedAgent: false,
      eventCode: code,
    };
  });
  return {
    trackingNumber: one.number,
    mailType: one.kind === 'international' ? 'INTERNATIONAL_OUTBOUND' : 'DOMESTIC_MAIL',
    originCity: one.from.city.toUpperCase(),
    originState: one.from.state,
    originZIP: one.from.zip,
    status: shown[0]?.eventType ?? '',
    statusCategory: categoryOf(one),
    statusSummary: `Your item: ${shown[0]?.eventType ?? ''}.`,
    trackingEvents: shown,
  };
}
