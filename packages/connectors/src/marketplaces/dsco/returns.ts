import { z } from 'zod';
import type { PlatformReturn, ReturnPage } from '../../capabilities/returns.ts';
import { instant, optionalText, Unfit, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { retailerIdOf } from './client.ts';
import { type Pages, placeOf, readPage } from './paging.ts';

const id = z.union([z.string().min(1), z.number().int()]).transform(String);
const optionalId = id.nullish().transform((value) => value ?? undefined);

const returnShape = z.object({
  dscoReturnId: id,
  returnNumber: optionalText,
  dscoRetailerId: optionalId,
  dscoOrderId: id,
  status: z.string(),
  reason: optionalText,
  trackingNumbers: z.array(z.string()).nullish(),
  returnTrackingNumber: optionalText,
  lineItems: z.array(
    z.object({
      lineNumber: optionalId,
      sku: optionalText,
      quantity: wholeNumber,
      reasonCode: optionalText,
      response: optionalText,
    }),
  ),
  createDate: instant,
  lastUpdate: instant,
});
type Reply = z.output<typeof returnShape>;
const pageShape = z.object({ scrollId: optionalText, returns: z.array(z.unknown()) });

/** A return that is over was agreed to, line by line, or refused. */
export function readReturnState(answered: {
  status: string;
  lineItems: readonly { response?: string | undefined }[];
}): PlatformReturn['state'] {
  if (answered.status === 'created') return 'requested';
  if (answered.status === 'acknowledged') return 'approved';
  if (answered.status !== 'completed') throw new Unfit('status', `"${answered.status}" is unknown`);
  if (answered.lineItems.some((line) => line.response === 'accepted')) return 'refunded';
  return answered.lineItems.some((line) => line.response === 'rejected') ? 'rejected' : 'closed';
}

function toReturn(answered: Reply): PlatformReturn {
  const tracking = answered.trackingNumbers?.find((one) => one !== '') ?? answered.returnTrackingNumber;
  return {
    returnNo: answered.dscoReturnId,
    platformOrderNo: answered.dscoOrderId,
    state: readReturnState(answered),
    reason: answered.reason ?? answered.lineItems.find((line) => line.reasonCode)?.reasonCode ?? '',
    lines: answered.lineItems.map((line) => ({
      ...(line.lineNumber ? { platformLineId: line.lineNumber } : {}),
      ...(line.sku ? { sellerSku: line.sku } : {}),
      quantity: line.quantity,
    })),
    ...(tracking ? { trackingNumber: tracking } : {}),
    createdAt: answered.createDate,
    updatedAt: answered.lastUpdate,
  };
}

export function createReturns(pages: Pages) {
  return async function listReturns(
    access: ShopAccess,
    input: { updatedAfter: Instant; cursor?: string },
  ): Promise<ReturnPage> {
    const place = placeOf(pages, { ...input, from: input.updatedAfter });
    const result: ReturnPage = { returns: [], unreadable: [], listedUntil: place.until };
    if (place.until <= place.from) return result;
    const { page, nextCursor } = await readPage(pages, access, place, {
      operation: 'getReturns',
      path: '/return/page',
      first: [
        ['returnsUpdatedSince', place.from],
        ['until', place.until],
      ],
      shape: pageShape,
      rowsOf: ({ returns }) => returns,
    });
    const retailerId = retailerIdOf(pages.platform, access);
    await readEach(returnShape, page.returns, result.unreadable, (answered) => {
      if (answered.dscoRetailerId === undefined || answered.dscoRetailerId === retailerId)
        result.returns.push(toReturn(answered));
    });
    return nextCursor ? { ...result, nextCursor } : result;
  };
}
