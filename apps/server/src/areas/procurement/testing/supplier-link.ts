import { makeLink } from '@tradewind/contract/links.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import type { TestServer } from '../../../testing/harness.ts';
import { upload } from '../../catalog/testing/files.ts';
import type { Buying } from './buying.ts';

export const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');

export const keyIn = (url: string): string => new URL(url.replace('/#', '')).searchParams.get('key') ?? '';

export async function linkTo(
  server: TestServer,
  { main }: Pick<Buying, 'main'>,
  docId: number,
  { prices = false, days = 7 } = {},
): Promise<{ id: number; key: string; url: string }> {
  const desired = {
    page: 'supplierOrder',
    docKind: 'purchase_order',
    docId,
    recipient: '宁波工厂',
    prices,
    days,
  } as const;
  const { id, url } = await server.ok(makeLink, desired, main);
  return { id, url, key: keyIn(url) };
}

/** Sends a packing list as a browser without an account does. */
export const sendPacking = (
  server: TestServer,
  { main }: Pick<Buying, 'main'>,
  key: string,
  goods: Record<number, number>,
  { name = 'packing.pdf', data = PDF, ...more }: { name?: string; data?: Buffer } & Record<string, unknown> = {},
) =>
  // The call is public: the token of whoever sends it is not read.
  upload(server, calls.sendPackingList, data, name, main, {
    ...{ key, shippedOn: '2027-01-10', cartons: 4, carrier: 'SF', trackingNumber: 'sf100' },
    ...{ goods: JSON.stringify(goods), ...more },
  });
