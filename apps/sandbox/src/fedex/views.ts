import { at, list, text } from '../http/types.ts';
import { clockAt } from '../ups/places.ts';
import { ACCOUNT, Refused } from './gate.ts';
import type { Piece, Pieces, Scan } from './shipments.ts';
import { isGround, type Place, SERVICES } from './tariff.ts';

/** What a place's clock shows, and what it is ahead of UTC. */
export function clockOf(place: Place, instant: number): { day: string; time: string; offset: string } {
  const { date, time, offset } = clockAt(place, instant);
  const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
  return { day, time: time.replace(/(\d\d)(?=\d)/g, '$1:'), offset };
}

const locationOf = ({ city, state, country }: Place) => ({
  streetLines: [''],
  city: city.toUpperCase(),
  ...(state ? { stateOrProvinceCode: state } : {}),
  countryCode: country,
  residential: false,
});

function scanView({ from, to }: Piece, { at: instant, code, words, near }: Scan) {
  const { place } = near === 'from' ? from : to;
  const { day, time, offset } = clockOf(place, instant);
  return {
    date: `${day}T${time}${offset}`,
    eventType: code,
    eventDescription: words,
    exceptionCode: '',
    exceptionDescription: '',
    scanLocation: locationOf(place),
    locationType: near === 'from' ? 'ORIGIN_FEDEX_FACILITY' : 'DESTINATION_FEDEX_FACILITY',
    derivedStatusCode: code === 'OC' ? 'IN' : code,
    derivedStatus: words,
  };
}

function resultView(piece: Piece, detailed: boolean) {
  const { tracking, service, from, to, day, reference, scans } = piece;
  const newest = scans.toReversed();
  const latest = newest[0]!;
  return {
    trackingNumberInfo: {
      trackingNumber: tracking,
      trackingNumberUniqueId: `24${day.replaceAll('-', '')}~${tracking}~FDEG`,
      carrierCode: isGround(service) ? 'FDXG' : 'FDXE',
    },
    additionalTrackingInfo: {
      packageIdentifiers: [
        { type: 'SHIPPER_REFERENCE', values: [reference] },
        { type: 'GROUP_MPS', values: [piece.master] },
      ],
    },
    shipperInformation: { address: locationOf(from.place) },
    recipientInformation: { address: locationOf(to.place) },
    latestStatusDetail: {
      code: latest.code,
      derivedCode: latest.code,
      statusByLocale: latest.words,
      description: latest.words,
      scanLocation: locationOf((latest.near === 'from' ? from : to).place),
    },
    dateAndTimes: [{ type: 'SHIP', dateTime: `${day}T00:00:00-06:00` }],
    serviceDetail: { type: service, description: SERVICES[service]?.name },
    scanEvents: (detailed ? newest : newest.slice(0, 1)).map((scan) => scanView(piece, scan)),
  };
}

const unknown = (trackingNumber: string) => ({
  trackingNumberInfo: { trackingNumber, trackingNumberUniqueId: '', carrierCode: '' },
  error: {
    code: 'TRACKING.TRACKINGNUMBER.NOTFOUND',
    message: 'Tracking number cannot be found. Please correct the tracking number and try again.',
  },
});

/** Up to thirty numbers; those that nobody knows are told inside an answer of status 200. */
export function trackNumbers(desk: Pieces, body: unknown): object {
  if (typeof at(body, 'includeDetailedScans') !== 'boolean')
    throw new Refused('TRACKING.INCLUDEDETAILEDSCANS.EMPTY', 'Please provide includeDetailedScans.');
  const numbers = list(at(body, 'trackingInfo')).map((one) => text(at(one, 'trackingNumberInfo', 'trackingNumber')));
  if (numbers.length === 0 || numbers.includes(''))
    throw new Refused('TRACKING.TRACKINGNUMBER.EMPTY', 'Please provide tracking number.');
  if (numbers.length > 30) throw new Refused('TRACKING.TRACKINGNUMBER.LIMIT', 'At most 30 tracking numbers.');
  return {
    completeTrackResults: numbers.map((number) => {
      const piece = desk.find(number);
      const result = piece ? resultView(piece, at(body, 'includeDetailedScans') === true) : unknown(number);
      return { trackingNumber: number, trackResults: [result] };
    }),
  };
}

export function trackReference(desk: Pieces, body: unknown): object {
  const requested = at(body, 'referencesInformation');
  const field = (name: string) => text(at(requested, name));
  if (!field('value')) throw new Refused('TRACKING.REFERENCEVALUE.EMPTY', 'Please provide a reference.');
  if (!field('accountNumber') && !field('destinationPostalCode'))
    throw new Refused('TRACKING.REFERENCEDATA.INCOMPLETE', 'Please provide an account number or a destination.');
  const [begin, end] = [field('shipDateBegin'), field('shipDateEndDate')];
  if (!/^\d{4}-\d\d-\d\d$/.test(begin) || !/^\d{4}-\d\d-\d\d$/.test(end))
    throw new Refused('TRACKING.SHIPDATE.INVALID', 'Please provide both ship dates.');
  const pieces = field('accountNumber') === ACCOUNT ? desk.ofReference(field('value')) : [];
  const found = pieces.filter(({ day }) => day >= begin && day <= end);
  if (found.length === 0)
    return {
      completeTrackResults: [
        {
          trackingNumber: '',
          trackResults: [
            { error: { code: 'TRACKING.REFERENCENUMBER.NOTFOUND', message: 'Reference number cannot be found.' } },
          ],
        },
      ],
    };
  return {
    completeTrackResults: found.map((piece) => ({
      trackingNumber: piece.tracking,
      trackResults: [resultView(piece, true)],
    })),
  };
}
