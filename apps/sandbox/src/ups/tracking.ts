import type { FastifyReply, FastifyRequest } from 'fastify';
import { param } from '../http/app.ts';
import { UpsError } from './errors.ts';
import { clockAt } from './places.ts';
import type { Activity, UpsDesk, UpsParcel } from './shipments.ts';
import { SERVICES } from './tariff.ts';

const unknown = () => new UpsError(404, 'TW0001', 'Tracking Information Not Found');

/** Tracking by number. Source: Tracking.yaml. Newest activity first. */
export function trackNumber(desk: UpsDesk, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const number = param(request, 'inquiryNumber');
  if (number.length < 7 || number.length > 34) throw new UpsError(400, 'VTS001', 'Invalid inquiry number');
  const parcel = desk.parcels.get(number);
  if (!parcel) throw unknown();
  return reply.send({ trackResponse: { shipment: [view(desk, number, [parcel])] } });
}

export function trackReference(desk: UpsDesk, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const reference = param(request, 'reference');
  const parcels = desk.byReference.get(reference);
  if (!parcels) throw unknown();
  return reply.send({ trackResponse: { shipment: parcels.map((parcel) => view(desk, reference, [parcel])) } });
}

function view(desk: UpsDesk, inquiry: string, parcels: UpsParcel[]) {
  return { inquiryNumber: inquiry, package: parcels.map((parcel) => viewPackage(desk, parcel)) };
}

function viewPackage(desk: UpsDesk, parcel: UpsParcel) {
  desk.catchUp(parcel);
  const newest = parcel.activities.toReversed();
  const last = newest[0]!;
  const delivered = last.type === 'D';
  const local = clockAt(last, last.at);
  return {
    trackingNumber: parcel.tracking,
    deliveryDate: [
      {
        type: delivered ? 'DEL' : 'SDD',
        date: delivered ? local.date : clockAt(parcel.to.place, parcel.createdAt + 4 * 86_400_000).date,
      },
    ],
    ...(delivered && {
      deliveryTime: { type: 'DEL', endTime: local.time },
      deliveryInformation: { receivedBy: parcel.to.name.toUpperCase(), location: 'Front Door' },
    }),
    activity: newest.map(viewActivity),
    currentStatus: {
      code: last.statusCode,
      description: delivered ? 'Delivered' : last.description.trim(),
      simplifiedTextDescription: delivered ? 'Delivered' : last.description.trim(),
      statusCode: last.statusCode,
      type: last.type,
    },
    packageCount: 1,
    service: {
      code: parcel.service.padStart(3, '0'),
      levelCode: parcel.service.padStart(3, '0'),
      description: SERVICES[parcel.service],
    },
    referenceNumber: parcel.references.map((reference) => ({ type: 'PACKAGE', number: reference.value })),
    weight: { unitOfMeasurement: 'LBS', weight: parcel.weightLbs.toFixed(2) },
  };
}

/** The facility's wall clock, and the same moment in GMT. */
function viewActivity(activity: Activity) {
  const gmt = new Date(activity.at).toISOString();
  const local = clockAt(activity, activity.at);
  return {
    date: local.date,
    time: local.time,
    gmtDate: gmt.slice(0, 10).replaceAll('-', ''),
    gmtTime: gmt.slice(11, 19),
    gmtOffset: local.offset,
    location: {
      address: {
        city: activity.city,
        stateProvince: activity.state,
        countryCode: activity.country,
        country: activity.country,
      },
    },
    status: {
      type: activity.type,
      code: activity.code,
      statusCode: activity.statusCode,
      description: activity.description,
    },
  };
}
