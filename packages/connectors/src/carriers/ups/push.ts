import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../json.ts';
import { listOf, malformed, optionalText, reasonOf } from '../../read.ts';
import { type CarrierAccess, ConnectorError } from '../../types.ts';
import type { Push, PushedTracking } from '../connector.ts';
import { CARRIER, type UpsClient } from './client.ts';
import { readActivities, saysNothing } from './tracking.ts';

/** Numbers in one subscription; it lasts 14 days. */
const BATCH = 100;

/** Others, as of Mail Innovations, make UPS refuse the whole request. */
const FOLLOWED = /^1Z[0-9A-Z]{16}$/;

/** What UPS Track Alert posts: the fields of an activity under other names. */
const alert = z.object({
  trackingNumber: z.string().min(1),
  localActivityDate: optionalText,
  localActivityTime: optionalText,
  gmtActivityDate: optionalText,
  gmtActivityTime: optionalText,
  activityLocation: z
    .object({
      city: optionalText,
      stateProvince: optionalText,
      postalCode: optionalText,
      country: optionalText,
    })
    .nullish(),
  activityStatus: z.object({ type: optionalText, code: optionalText, description: optionalText }),
});

function activityOf(one: z.output<typeof alert>) {
  return {
    date: one.localActivityDate,
    time: one.localActivityTime,
    gmtDate: one.gmtActivityDate,
    gmtTime: one.gmtActivityTime,
    location: {
      address: { ...one.activityLocation, countryCode: one.activityLocation?.country },
    },
    status: one.activityStatus,
  };
}

function assertSent(credential: string | undefined, secret: string): void {
  const [received, expected] = [Buffer.from(credential ?? ''), Buffer.from(secret)];
  if (secret === '' || received.length !== expected.length || !timingSafeEqual(received, expected))
    throw new ConnectorError(CARRIER, 'rejected', 'the credential of the news is not the one UPS received');
}

const subscribed = z.object({
  validTrackingNumbers: listOf(z.string()),
  invalidTrackingNumbers: listOf(z.string()),
});

export function createPush({ call }: UpsClient): Push {
  return {
    /** Version 1: since version 2 the credential is typed on UPS's site. Numbers that UPS refuses are still tracked. */
    async subscribe(access: CarrierAccess, trackingNumbers: readonly string[], callback) {
      const numbers = trackingNumbers.filter((one) => FOLLOWED.test(one));
      for (let from = 0; from < numbers.length; from += BATCH)
        await call(access, {
          method: 'POST',
          path: '/api/track/v1/subscription/standard/package',
          json: {
            locale: 'en_US',
            countryCode: 'US',
            trackingNumberList: numbers.slice(from, from + BATCH),
            destination: { url: callback.url, credentialType: 'Bearer', credential: callback.secret },
          },
          effect: 'repeatable',
          shape: subscribed,
        });
    },

    read({ body, headers, secret }): PushedTracking[] {
      assertSent(headers.credential, secret);
      const raw = body.toString('utf8');
      const read = alert.safeParse(parsed(raw));
      if (!read.success) throw malformed(CARRIER, `push: ${reasonOf(read.error)}`, raw);
      // An update of the promised day has no stage: the stage before is not known here.
      if (saysNothing(read.data.activityStatus.type?.toUpperCase() ?? '')) return [];
      const events = readActivities([activityOf(read.data)], () => raw);
      return [{ trackingNumber: read.data.trackingNumber, events }];
    },
  };
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw malformed(CARRIER, 'push: no JSON', text, error);
  }
}
