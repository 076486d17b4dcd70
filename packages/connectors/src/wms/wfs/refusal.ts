import { z } from 'zod';
import type { WalmartAnswer } from '../../marketplaces/walmart/client.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError } from '../../types.ts';
import type { WmsOutbound } from '../../wms.ts';
import { refusalOf } from '../convert.ts';
import { PLATFORM } from './client.ts';

const failed = z.object({
  status: z.literal('FAIL'),
  errors: z.array(z.object({ code: optionalText, description: optionalText, info: optionalText })).min(1),
});

/** A refusal may come as a success that says FAIL. */
export function refusedInside(answer: WalmartAnswer, what: string): void {
  const read = failed.safeParse(answer.json);
  const [first] = read.data?.errors ?? [];
  if (!first) return;
  const words = [first.description, first.info].filter(Boolean).join(' ');
  throw new ConnectorError(PLATFORM, 'rejected', `${what}: ${words}`, {
    code: first.code ?? 'FAIL',
    raw: JSON.stringify(answer.json),
  });
}

/** Walmart's names of fields, and ours. */
const FIELDS: Readonly<Record<string, string>> = {
  orderchannelid: 'orderChannelId',
  sellerorderid: 'clientOrderNo',
  sku: 'sku',
  zip: 'recipient.postalCode',
  postalcode: 'recipient.postalCode',
  state: 'recipient.state',
  statecode: 'recipient.state',
  city: 'recipient.city',
  country: 'recipient.country',
  line1: 'recipient.line1',
  line2: 'recipient.line2',
  address: 'recipient',
  phone: 'recipient.phone',
  email: 'recipient.email',
  firstname: 'recipient.name',
  lastname: 'recipient.name',
  shippingmethod: 'shippingMethod',
};
/** `field=orderItems[0].shippingTo.address.zip` in the text of an error, or `"field":"zip"` beside it. */
const NAMED = /\bfield"?\s*[=:]\s*"?([\w.[\]]+)/gi;

/** Why an order was refused: its class, else the field that it was about. */
export function explained(error: ConnectorError, input: WmsOutbound): ConnectorError {
  const { code = 'REFUSED', message, raw = '' } = error;
  const classed = refusalOf(PLATFORM, 'create', code, message, raw);
  if (/^DUPLICATE_/.test(classed.code ?? ''))
    return new ConnectorError(PLATFORM, 'uncertain', message, { code: classed.code });
  if (classed.kind === 'rejected' && /^STOCK_/.test(classed.code ?? '')) return classed;
  const words = `${message} ${raw}`;
  const names = [...words.matchAll(NAMED)].map(([, name = '']) => name.split('.').at(-1)?.toLowerCase() ?? '');
  const skus = input.items.map(({ sku }) => sku).filter((sku) => message.includes(sku));
  const field = names.map((name) => FIELDS[name]).find(Boolean) ?? (skus.length > 0 ? 'sku' : undefined);
  if (!field) return error;
  const about =
    field === 'sku' ? `sku ${(skus.length > 0 ? skus : input.items.map(({ sku }) => sku)).join(', ')}` : field;
  return new ConnectorError(PLATFORM, 'rejected', `${about}: ${message}`, {
    code: `VALIDATION_${field}`,
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(raw ? { raw } : {}),
  });
}
