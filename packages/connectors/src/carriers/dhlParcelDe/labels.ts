import { isWholePdf } from '../../document.ts';
import {
  type CarrierAccess,
  ConnectorError,
  type Parcel,
  type PurchasedLabel,
  type RecoveredLabel,
} from '../../types.ts';
import { isNotFound } from '../../wms/convert.ts';
import { CARRIER, type ParcelClient, PROFILE, problem, RETURNS, SHIPPING, wordsOf } from './client.ts';
import { orderRequest, returnRequest } from './orders.ts';
import { type Item, ordersAnswer, returnAnswer, statesAnswer } from './shapes.ts';

const DAY_MS = 86_400_000;
/** 103 x 150 mm, with the papers inside the answer. */
const PAPERS = { docFormat: 'PDF', printFormat: '910-300-410', includeDocs: 'include', combine: 'false' };

function pdfOf(b64: string | undefined): Buffer {
  const data = Buffer.from(b64 ?? '', 'base64');
  if (!isWholePdf(data)) throw new ConnectorError(CARRIER, 'malformed', 'a paper came that is no whole PDF');
  return data;
}

/** The shipment stands: no failure to read its papers may look like a refusal. */
function certain<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const message = `ordered, but: ${(error as Error).message}`;
    throw new ConnectorError(CARRIER, 'uncertain', message, { code: 'UNREADABLE', cause: error });
  }
}

const papersOf = ({ label, customsDoc }: Item) => ({
  label: { format: 'pdf' as const, data: pdfOf(label?.b64) },
  ...(customsDoc?.b64 ? { customsForms: pdfOf(customsDoc.b64) } : {}),
});

/** Piece codes whose reference is ours. 0: some were found, 100: none. */
export function piecesIn(xml: string, reference: string): string[] {
  const field = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  const [whole = ''] = xml.match(/<data\b[^>]*>/) ?? [];
  const code = field(whole, 'code');
  if (code !== '0' && code !== '100') {
    const words = field(whole, 'error') || 'the tracking gave no answer that can be read';
    const kind = /login|password|credential/i.test(words) ? 'unauthorized' : 'malformed';
    throw new ConnectorError(CARRIER, kind, words, { code: code || 'UNREADABLE', raw: xml.slice(0, 500) });
  }
  const pieces = xml.match(/<data\b[^>]*\bname="piece-shipment"[^>]*>/g) ?? [];
  return pieces.flatMap((piece) => {
    const number = field(piece, 'piece-code') || field(piece, 'searched-piece-code');
    return number && field(piece, 'piece-customer-reference') === reference ? [number] : [];
  });
}

export function createLabels({ call, xml, now }: ParcelClient) {
  const free = { amount: '0', currency: '' };

  async function buyOutward(access: CarrierAccess, parcel: Parcel, product: string): Promise<PurchasedLabel> {
    const answer = await call(access, {
      method: 'POST',
      path: `${SHIPPING}/orders`,
      query: PAPERS,
      json: orderRequest(access, parcel, product),
      effect: 'once',
      shape: ordersAnswer,
    });
    const [item] = answer.items as [Item];
    // Refused, though the answer as a whole is fine.
    if (!item.shipmentNo || (item.sstatus?.code ?? 200) >= 400) {
      const code = `ITEM ${item.sstatus?.code ?? ''}`.trim();
      throw new ConnectorError(CARRIER, 'rejected', wordsOf(problem.safeParse(answer).data) || code, { code });
    }
    const { shipmentNo } = item;
    return { shipmentId: shipmentNo, trackingNumber: shipmentNo, ...free, ...certain(() => papersOf(item)) };
  }

  async function buyReturn(access: CarrierAccess, parcel: Parcel): Promise<PurchasedLabel> {
    const answer = await call(access, {
      method: 'POST',
      path: `${RETURNS}/orders`,
      query: { labelType: 'SHIPMENT_LABEL' },
      json: returnRequest(access, parcel),
      effect: 'once',
      shape: returnAnswer,
    });
    const { shipmentNo, label } = answer;
    const data = certain(() => pdfOf(label.b64));
    return { shipmentId: shipmentNo, trackingNumber: shipmentNo, ...free, label: { format: 'pdf', data } };
  }

  async function orderOf(access: CarrierAccess, shipment: string): Promise<Item | null> {
    try {
      const query = { shipment, ...PAPERS };
      const answer = await call(access, {
        method: 'GET',
        path: `${SHIPPING}/orders`,
        query,
        effect: 'read',
        shape: ordersAnswer,
      });
      const [item] = answer.items as [Item];
      return (item.sstatus?.code ?? 200) >= 400 ? null : item;
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  return {
    buyLabel: (access: CarrierAccess, parcel: Parcel, product: string): Promise<PurchasedLabel> =>
      parcel.isReturn ? buyReturn(access, parcel) : buyOutward(access, parcel, product),

    /** Orders are asked for by their number alone: the older tracking tells it by our reference. */
    async findPurchase(
      access: CarrierAccess,
      reference: string,
      except: readonly string[] = [],
    ): Promise<RecoveredLabel | null> {
      const day = (at: number) => new Date(at).toISOString().slice(0, 10);
      const text = await xml(access, {
        request: 'd-get-piece-detail',
        'piece-customer-reference': reference,
        'from-date': day(now() - 60 * DAY_MS),
        'to-date': day(now() + DAY_MS),
      });
      for (const number of piecesIn(text, reference)) {
        if (except.includes(number)) continue;
        const order = await orderOf(access, number);
        if (order) return { shipmentId: number, trackingNumber: number, ...papersOf(order) };
      }
      return null;
    },

    /** Until the day is closed; DHL shows no label afterwards. */
    async labelPdf(access: CarrierAccess, trackingNumber: string): Promise<Buffer> {
      const order = await orderOf(access, trackingNumber);
      if (!order)
        throw new ConnectorError(CARRIER, 'rejected', `DHL shows no label of ${trackingNumber}`, { code: 'NOT_FOUND' });
      return papersOf(order).label.data;
    },

    /** Until the day is closed. */
    async voidLabel(access: CarrierAccess, shipmentId: string): Promise<{ voided: boolean; detail: string }> {
      try {
        const query = { profile: PROFILE, shipment: shipmentId };
        const path = `${SHIPPING}/orders`;
        const answer = await call(access, { method: 'DELETE', path, query, effect: 'repeatable', shape: statesAnswer });
        const { code, detail, title } = answer.items[0]?.sstatus ?? { code: 200, detail: '', title: '' };
        // What is not there any more was deleted before, or never handed over.
        return { voided: code < 400 || code === 404, detail: code < 400 ? '' : detail || title };
      } catch (error) {
        if (isNotFound(error)) return { voided: true, detail: (error as Error).message };
        if (error instanceof ConnectorError && error.kind === 'rejected')
          return { voided: false, detail: error.message };
        throw error;
      }
    },
  };
}
