import { randomBytes } from 'node:crypto';
import type { Context } from '../http/app.ts';
import { at, list, parseJson, text } from '../http/types.ts';
import { Refused } from './gate.ts';
import { checkAccount, oneOf, readPlace } from './input.ts';
import { Pieces } from './shipments.ts';
import { isGround } from './tariff.ts';
import { clockOf } from './views.ts';

interface Visit {
  code: string;
  network: string;
  day: string;
  location: string;
  cancelled: boolean;
}

/** Visits, papers and closings: what is requested for beside shipments. */
export class Desk {
  readonly pieces: Pieces;
  readonly #ctx: Context;
  #visits: Visit[] = [];

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.pieces = new Pieces(ctx);
    ctx.world.onReset(() => {
      this.#visits = [];
    });
  }

  save() {
    return { pieces: this.pieces.save(), visits: this.#visits };
  }

  load(saved: ReturnType<Desk['save']>): void {
    this.pieces.load(saved.pieces);
    this.#visits = saved.visits;
  }

  /** Source: pickup-api of FedEx. */
  requestVisit(body: unknown): object {
    checkAccount(at(body, 'associatedAccountNumber', 'value'));
    const network = oneOf(at(body, 'carrierCode'), ['FDXE', 'FDXG'], 'CARRIERCODE.INVALID');
    const origin = at(body, 'originDetail');
    const place = readPlace(at(origin, 'pickupLocation', 'address'), 'PICKUPLOCATION');
    if (!text(at(origin, 'pickupLocation', 'contact', 'phoneNumber')))
      throw new Refused('PICKUPLOCATION.PHONENUMBER.REQUIRED', 'A phone number is required.');
    const [ready, closes] = [text(at(origin, 'readyDateTimestamp')), text(at(origin, 'customerCloseTime'))];
    const day = ready.slice(0, 10);
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(ready) || !/^\d\d:\d\d:\d\d$/.test(closes))
      throw new Refused('PICKUP.READYTIME.INVALID', 'readyDateTimestamp and customerCloseTime are required.');
    if (ready.slice(11, 19) >= closes) throw new Refused('PICKUP.CLOSETIME.INVALID', 'Closed before it is ready.');
    if (day < clockOf(place, this.#ctx.world.clock.now()).day)
      throw new Refused('PICKUP.REQUESTED.PREVIOUS.DAY', 'Cannot schedule a pickup requested for a previous day.');
    const code = String(3001 + this.#visits.length);
    const location = network === 'FDXE' ? 'COSA' : '';
    this.#visits.push({ code, network, day, location, cancelled: false });
    return { pickupConfirmationCode: code, message: 'Courier on the way', ...(location ? { location } : {}) };
  }

  cancelVisit(body: unknown): object {
    checkAccount(at(body, 'associatedAccountNumber', 'value'));
    const field = (name: string) => text(at(body, name));
    const found = this.#visits.find(
      (one) =>
        one.code === field('pickupConfirmationCode') &&
        one.network === field('carrierCode') &&
        one.day === field('scheduledDate') &&
        one.location === field('location'),
    );
    if (!found || found.cancelled) throw new Refused('PICKUP.NUMBER.NOTFOUND', 'The pickup is not known.');
    found.cancelled = true;
    return {
      pickupConfirmationCode: found.code,
      cancelConfirmationMessage: 'Requested pickup has been cancelled Successfully.',
    };
  }

  /** What was labelled for the ground and not closed. Source: ground-eod-close of FedEx. */
  close(body: unknown): object {
    const day = this.#readClose(body, 'GCDR');
    const open = this.pieces.matching(
      (one) => isGround(one.service) && one.closed === '' && one.stage !== 'cancelled' && one.day <= day,
    );
    if (open.length === 0) throw new Refused('GROUND.CLOSE.NOSHIPMENTS', 'No shipments to close.');
    const cycle = `${day.replaceAll('-', '')}${randomBytes(4).readUInt32BE()}`;
    for (const piece of open) piece.closed = cycle;
    return this.#manifest(cycle);
  }

  closeAgain(body: unknown): object {
    const day = this.#readClose(body, 'RGCDR');
    oneOf(at(body, 'reprintOption'), ['BY_SHIP_DATE', 'BY_TRACKING_NUMBER'], 'REPRINTOPTION.INVALID');
    const closed = this.pieces.matching((one) => one.closed.startsWith(day.replaceAll('-', ''))).at(-1);
    if (!closed) throw new Refused('GROUND.CLOSE.NOREPORT', 'No report of this day.');
    return this.#manifest(closed.closed);
  }

  #readClose(body: unknown, type: string): string {
    checkAccount(at(body, 'accountNumber', 'value'));
    oneOf(at(body, 'closeReqType'), [type], 'CLOSEREQTYPE.INVALID');
    oneOf(at(body, 'groundServiceCategory'), ['GROUND'], 'GROUNDSERVICECATEGORY.INVALID');
    const day = text(at(body, 'closeDate'));
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Refused('CLOSEDATE.INVALID', 'closeDate is required.');
    return day;
  }

  #manifest(cycle: string): object {
    const rows = this.pieces.matching(({ closed }) => closed === cycle).map(({ tracking }) => tracking);
    const image = Buffer.from(['GROUND MANIFEST', cycle, ...rows].join('\n')).toString('base64');
    const parts = [{ documentPartSequenceNumber: 1, image }];
    return { closeDocuments: [{ type: 'MANIFEST', shippingCycle: cycle, copiesToPrint: 1, parts }] };
  }

  /** Two parts, whose first says what the second is. Source: upload-documents-api of FedEx. */
  takePaper(raw: Buffer | undefined, contentType: string): object {
    const wrong = () => new Refused('1001', 'Invalid request: invalid input : Invalid document details');
    const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1];
    if (!raw || !contentType.startsWith('multipart/form-data') || !boundary) throw wrong();
    const part = (name: string) => {
      const start = raw.indexOf(`name="${name}"`);
      const from = start < 0 ? -1 : raw.indexOf('\r\n\r\n', start) + 4;
      return from < 4 ? undefined : raw.subarray(from, raw.indexOf(`\r\n--${boundary}`, from));
    };
    const document = parseJson(part('document'));
    const meta = at(document, 'meta');
    const field = (name: string) => text(at(meta, name));
    oneOf(at(document, 'workflowName'), ['ETDPostshipment'], '1001');
    oneOf(field('shipDocumentType'), ['COMMERCIAL_INVOICE', 'OTHER', 'PRO_FORMA_INVOICE'], '1001');
    const piece = this.pieces.find(field('trackingNumber'));
    const fits =
      piece?.paperless &&
      piece.stage !== 'cancelled' &&
      field('shipmentDate').slice(0, 10) === piece.day &&
      field('originCountryCode') === piece.from.place.country &&
      field('destinationCountryCode') === piece.to.place.country;
    const file = part('attachment');
    const isPdf = file?.subarray(0, 5).toString() === '%PDF-' && file.includes('%%EOF');
    if (!fits || text(at(document, 'contentType')) !== 'application/pdf' || !isPdf) throw wrong();
    const docId = randomBytes(8).toString('hex');
    return { meta: { documentType: field('shipDocumentType') === 'OTHER' ? 'OTHER' : 'CI', docId, folderId: [docId] } };
  }
}

const SHORT: Readonly<Record<string, string>> = { STREET: 'ST', ROAD: 'RD', AVENUE: 'AVE', DRIVE: 'DR', LANE: 'LN' };

/**
 * Writes a street as the post does. Some words stand for what a real one would find out: "Tower" has many units,
 * "Either" is in two streets, "Nowhere" is none.
 */
export function resolve(body: unknown): object {
  const requested = list(at(body, 'addressesToValidate'));
  if (requested.length === 0 || requested.length > 100)
    throw new Refused('ADDRESSESTOVALIDATE.INVALID', 'One to 100 addresses.');
  return { resolvedAddresses: requested.map((one) => resolved(at(one, 'address'))), alerts: [] };
}

function resolved(address: unknown) {
  const lines = list(at(address, 'streetLines')).map(text).filter(Boolean);
  const field = (name: string) => text(at(address, name)).toUpperCase();
  if (lines.length === 0) throw new Refused('STREETLINES.REQUIRED', 'Street lines are required.');
  if (!/^[A-Z]{2}$/.test(field('countryCode'))) throw new Refused('COUNTRYCODE.INVALID', 'Invalid country code.');
  const words = lines.join(' ');
  const isKnown = !/nowhere/i.test(words) && hasPlace(address);
  const needsUnit = /tower/i.test(words) && lines.length === 1;
  const flag = (value: boolean) => String(value);
  const plain = (line: string) =>
    line
      .toUpperCase()
      .replace(/[.,]/g, '')
      .replace(/[A-Z]+/g, (word) => SHORT[word] ?? word);
  return {
    streetLinesToken: lines.map(plain),
    city: field('city'),
    stateOrProvinceCode: field('stateOrProvinceCode'),
    postalCode: field('postalCode'),
    parsedPostalCode: { base: field('postalCode').slice(0, 5), addOn: field('postalCode').slice(6) },
    countryCode: field('countryCode'),
    classification: isKnown ? (/dock|plaza/i.test(words) ? 'BUSINESS' : 'RESIDENTIAL') : 'UNKNOWN',
    customerMessages: needsUnit
      ? [{ code: 'SUITE.NUMBER.REQUIRED', message: 'Invalid or missing Apartment/Suite' }]
      : [],
    attributes: {
      DPV: flag(isKnown && !needsUnit),
      Matched: flag(isKnown),
      Resolved: isKnown,
      MultipleMatches: flag(/either/i.test(words)),
      SuiteRequiredButMissing: flag(needsUnit),
      InvalidSuiteNumber: 'false',
      AddressType: isKnown ? 'STANDARDIZED' : 'RAW',
    },
  };
}

function hasPlace(address: unknown): boolean {
  try {
    return readPlace(address, 'ADDRESS').country !== '';
  } catch {
    return false;
  }
}
