import { isWholePdf } from '../../document.ts';
import type { Address, CarrierAccess } from '../../types.ts';
import { ConnectorError } from '../../types.ts';
import { orNothing } from '../../wms/convert.ts';
import type { ManifestAnswer } from '../connector.ts';
import { CARRIER, type ParcelClient, PROFILE, SHIPPING } from './client.ts';
import { manifestAnswer, statesAnswer } from './shapes.ts';

interface Day {
  from: Address;
  day: string;
  labels: readonly { shipmentId: string; trackingNumber: string }[];
}

/** DHL closes so many in one call. */
const MOST = 30;
const DAY_MS = 86_400_000;
const berlin = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin', dateStyle: 'short' });

export function createManifest({ call, now }: ParcelClient) {
  const path = `${SHIPPING}/manifests`;

  async function close(access: CarrierAccess, shipmentNumbers: string[]): Promise<void> {
    const json = { profile: PROFILE, shipmentNumbers };
    const { items } = await call(access, { method: 'POST', path, json, effect: 'repeatable', shape: statesAnswer });
    const refused = items.filter(({ sstatus }) => sstatus.code >= 400);
    if (refused.length === 0) return;
    const words = refused.map(({ shipmentNo, sstatus }) => `${shipmentNo ?? ''}: ${sstatus.detail || sstatus.title}`);
    throw new ConnectorError(CARRIER, 'rejected', words.join('; '), { code: `ITEM ${refused[0]?.sstatus.code}` });
  }

  /** The sheet of a day of DHL's clock, if these are on it. */
  async function sheetOf(access: CarrierAccess, date: string, numbers: readonly string[]): Promise<Buffer | undefined> {
    const query = { date, includeDocs: 'include' };
    const sheet = await orNothing(call(access, { method: 'GET', path, query, effect: 'read', shape: manifestAnswer }));
    const listed = sheet?.items.flatMap(({ shipmentNo }) => shipmentNo ?? []) ?? [];
    if (listed.length > 0 && !numbers.some((number) => listed.includes(number))) return undefined;
    const data = Buffer.from(sheet?.manifest?.b64 ?? '', 'base64');
    return isWholePdf(data) ? data : undefined;
  }

  /** What is closed already only brings a warning: repeated, it is the same sheet of the day on which it was closed. */
  return async function manifest(access: CarrierAccess, { day, labels }: Day): Promise<ManifestAnswer> {
    const numbers = labels.map(({ shipmentId }) => shipmentId);
    for (let at = 0; at < numbers.length; at += MOST) await close(access, numbers.slice(at, at + MOST));
    const days = new Set([berlin.format(now()), day, berlin.format(now() - DAY_MS)]);
    for (const one of days) {
      const data = await sheetOf(access, one, numbers);
      if (data) return { id: one, document: { format: 'pdf', data } };
    }
    return { id: day };
  };
}
