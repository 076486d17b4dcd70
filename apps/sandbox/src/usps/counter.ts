import type { FastifyRequest } from 'fastify';
import { type Context, header, query, rawBody } from '../http/app.ts';
import { at, list, parseJson, text } from '../http/types.ts';
import { zipInState } from '../ups/places.ts';
import type { Desk } from './desk.ts';
import { drawScanForm } from './drawing.ts';
import { type Answered, Refused } from './gate.ts';
import { readDomestic } from './input.ts';
import { gs1Digit } from './numbers.ts';

const SUFFIXES: readonly (readonly [RegExp, string])[] = [
  [/\bSTREET\b/g, 'ST'],
  [/\bAVENUE\b/g, 'AVE'],
  [/\bROAD\b/g, 'RD'],
  [/\bDRIVE\b/g, 'DR'],
  [/\bBOULEVARD\b/g, 'BLVD'],
];
const standard = (street: string): string =>
  SUFFIXES.reduce((text, [word, short]) => text.replace(word, short), street.trim().toUpperCase());

const notFound = (words: string) => new Refused('', words, '', 404);

/** Places of the sandbox's own: "Nowhere" is not there, "Twin" is there twice, a "Tower" has flats. */
export function checkAddress(request: FastifyRequest): Answered {
  const { streetAddress = '', secondaryAddress = '', city = '', state = '', ZIPCode = '', firm } = query(request);
  if (!streetAddress || !state) throw new Refused('010001', 'Invalid Address', 'streetAddress');
  if (ZIPCode && !/^\d{5}$/.test(ZIPCode)) throw new Refused('010002', 'Invalid ZIP Code', 'ZIPCode');
  if (/nowhere/i.test(streetAddress)) throw notFound('There is no match for the address requested.');
  if (/\btwin\b/i.test(streetAddress))
    throw notFound('More than one address was found matching the requested address.');
  if (ZIPCode && !zipInState(ZIPCode, state))
    throw notFound('The city and state are missing or together unverifiable.');
  const confirmed =
    /tower/i.test(streetAddress) && !secondaryAddress ? 'D' : /\b999\b/.test(secondaryAddress) ? 'S' : 'Y';
  return {
    json: {
      ...(firm ? { firm } : {}),
      address: {
        streetAddress: standard(streetAddress),
        ...(secondaryAddress ? { secondaryAddress: secondaryAddress.toUpperCase() } : {}),
        city: city.toUpperCase(),
        state,
        ZIPCode: ZIPCode || '30005',
        ZIPPlus4: '1234',
      },
      additionalInfo: {
        deliveryPoint: '09',
        carrierRoute: 'C012',
        DPVConfirmation: confirmed,
        DPVCMRA: 'N',
        business: /\b(dock|plaza|tower)\b/i.test(streetAddress) ? 'Y' : 'N',
        centralDeliveryPoint: 'N',
        vacant: 'N',
      },
      corrections: confirmed === 'D' ? [{ code: '32', text: 'Default address: more information is needed' }] : [],
      matches: confirmed === 'Y' ? [{ code: '31', text: 'Single Response - exact match' }] : [],
      warnings: [],
    },
  };
}

interface Pickup {
  confirmation: string;
  place: string;
  request: unknown;
  day: string;
  tag: string;
}

export type SavedCounter = { running: number; pickups: Pickup[] };

/** What is handed over: SCAN forms and pickups. */
export class Counter {
  readonly #ctx: Context;
  readonly #desk: Desk;
  #pickups: Pickup[] = [];
  #running = Math.floor(Date.now() / 1000);

  constructor(ctx: Context, desk: Desk) {
    this.#ctx = ctx;
    this.#desk = desk;
    ctx.world.onReset(() => {
      this.#pickups = [];
    });
  }

  save(): SavedCounter {
    return { running: this.#running, pickups: this.#pickups };
  }
  load({ running, pickups }: SavedCounter): void {
    this.#running = running;
    this.#pickups = pickups;
  }

  async scanForm(request: FastifyRequest): Promise<Answered> {
    const body = parseJson(rawBody(request));
    readDomestic(at(body, 'fromAddress'), 'fromAddress');
    const day = text(at(body, 'mailingDate'));
    for (const name of ['mailingDate', 'entryFacilityZIPCode', 'destinationEntryFacilityType'])
      if (!text(at(body, name))) throw new Refused('050034', 'must not be null', name);
    const numbers = list(at(body, 'shipment', 'trackingNumbers')).map(text);
    const pieces = numbers.map((number) => this.#desk.find(number));
    const fit = pieces.flatMap((one) => (one && one.stage === 'created' && !one.scanForm ? [one] : []));
    if (fit.length === 0 || fit.length < numbers.length)
      throw new Refused(
        '160037',
        'The SCAN Form could not be created because no labels met the given criteria',
        'shipment',
      );
    const late = fit.find((one) => one.mailingDay !== day);
    if (late && at(body, 'overwriteMailingDate') !== true)
      throw new Refused(
        '160006',
        `barcode ${late.number} with mailing date ${late.mailingDay} does not match`,
        'mailingDate',
      );
    const start = `9275${String(++this.#running).padStart(17, '0')}`;
    const manifestNumber = `${start}${gs1Digit(start)}`;
    for (const one of fit) one.scanForm = manifestNumber;
    const json = { ...(body as object), manifestNumber, trackingNumbers: numbers };
    return {
      parts: [
        { name: 'SCANFormMetaData', json },
        { name: 'SCANFormImage', pdf: await drawScanForm(manifestNumber, numbers) },
      ],
    };
  }

  schedule(request: FastifyRequest): Answered {
    const body = parseJson(rawBody(request));
    const who = at(body, 'pickupAddress');
    for (const name of ['firstName', 'lastName'])
      if (!text(at(who, name))) throw new Refused('050034', 'must not be null', `pickupAddress.${name}`);
    const place = readDomestic({ ...(at(who, 'address') as object), firm: 'x' }, 'pickupAddress.address');
    const day = text(at(body, 'pickupDate'));
    const today = new Date(this.#ctx.world.clock.now() - 11 * 3_600_000).toISOString().slice(0, 10);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || day < today)
      throw new Refused('020016', 'Pickup date is in the past.', 'pickupDate');
    if (new Date(`${day}T12:00:00Z`).getUTCDay() === 0)
      throw new Refused('020018', 'Pickup Request cannot be scheduled on requested day.', 'pickupDate');
    const [contact] = list(at(who, 'contact'));
    if (!text(at(contact, 'email')) && !/^\d{10}$/.test(text(at(contact, 'cellNumber'))))
      throw new Refused('020021', 'Email address is invalid.', 'pickupAddress.contact');
    const packages = list(at(body, 'packages'));
    if (packages.length === 0 || packages.some((one) => !Number.isInteger(at(one, 'packageCount'))))
      throw new Refused('020003', 'Invalid pickup details.', 'packages');
    const location = text(at(body, 'pickupLocation', 'packageLocation'));
    const words = text(at(body, 'pickupLocation', 'specialInstructions'));
    if (location === 'OTHER' && !words)
      throw new Refused(
        '020020',
        'Pickup location of Other requires additional information in comments.',
        'pickupLocation',
      );
    if (words.length > 255) throw new Refused('020019', 'Comment length exceeds 255 characters.', 'pickupLocation');
    const where = `${place.lines.join(' ')} ${place.zip}`.toUpperCase();
    if (this.#pickups.some((one) => one.place === where && one.day === day))
      throw new Refused('020001', 'Pickup already exists for this address.', 'pickupAddress');
    const confirmation = `WTC${++this.#running}`;
    const made = { confirmation, place: where, request: body, day, tag: `"${this.#running}"` };
    this.#pickups.push(made);
    return { json: this.#shown(made), etag: made.tag };
  }

  #shown({ confirmation, request, day }: Pickup) {
    return { confirmationNumber: confirmation, pickupDate: day, carrierPickupRequest: request };
  }
  #known(confirmation: string): Pickup {
    const found = this.#pickups.find((one) => one.confirmation === confirmation);
    if (!found) throw new Refused('020015', 'Case number not found.', 'confirmationNumber');
    return found;
  }

  pickup(confirmation: string): Answered {
    const found = this.#known(confirmation);
    return { json: [this.#shown(found)], etag: found.tag };
  }

  cancelPickup(confirmation: string, request: FastifyRequest): Answered {
    const found = this.#known(confirmation);
    if (header(request, 'if-match') !== found.tag)
      throw new Refused('020022', 'does not match the ETag of the pickup', 'Header: If-Match');
    this.#pickups = this.#pickups.filter((one) => one !== found);
    return null;
  }
}
