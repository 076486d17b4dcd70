import { ConnectorError } from '../../types.ts';
import type { WmsOutbound } from '../../wms.ts';
import { refusalOf } from '../convert.ts';
import { PLATFORM } from './client.ts';

/** Amazon's names of an address, and ours. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/postal ?code|zip ?code/i, 'recipient.postalCode'],
  [/state ?or ?region/i, 'recipient.state'],
  [/country ?code/i, 'recipient.country'],
  [/address ?line ?1/i, 'recipient.line1'],
  [/address ?line ?[23]/i, 'recipient.line2'],
  [/\bcity\b/i, 'recipient.city'],
  [/\bphone\b/i, 'recipient.phone'],
  [/address[. ]+name|\bname\b.*address|\brecipient name\b/i, 'recipient.name'],
  [/shipping ?speed|service ?tier/i, 'shippingMethod'],
  [/address/i, 'recipient'],
];

/** Amazon names a line by the number we gave it: a person wants the SKU. */
function skusIn(message: string, input: WmsOutbound): string[] {
  const ids = [...message.matchAll(/item ?ids?:? ?([\w-]+)/gi)].map(([, id]) => id);
  return input.items.filter(({ lineId, sku }) => ids.includes(lineId) || message.includes(sku)).map(({ sku }) => sku);
}

/** Why an order was refused: its class, else the field that it was about. */
export function explained(error: ConnectorError, input: WmsOutbound): ConnectorError {
  const { code = 'REFUSED', message, raw } = error;
  const classed = refusalOf(PLATFORM, 'createOrder', code, message, raw);
  if (classed.kind === 'rejected' && /^(DUPLICATE|STOCK)_/.test(classed.code ?? '')) return classed;
  const skus = skusIn(message, input);
  const field = /sku/i.test(message) ? 'sku' : FIELDS.find(([words]) => words.test(message))?.[1];
  if (!field) return error;
  const named = field === 'sku' && skus.length > 0 ? `sku ${skus.join(', ')}` : field;
  return new ConnectorError(PLATFORM, 'rejected', `${named}: ${message}`, {
    code: `VALIDATION_${field}`,
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(raw === undefined ? {} : { raw }),
  });
}

/** What Amazon could not send in any way. The rest it judges itself. */
export function assertSendable({ clientOrderNo, label, recipient }: WmsOutbound): void {
  const refuse = (field: string, why: string) => {
    throw new ConnectorError(PLATFORM, 'rejected', `${field}: ${why}`, { code: `VALIDATION_${field}` });
  };
  if (label) refuse('label', 'Amazon takes no label with an order');
  if (clientOrderNo.length > 40) refuse('clientOrderNo', 'an order number has 40 characters at most');
  if (!recipient.name.trim()) refuse('recipient.name', 'is missing');
  if (!recipient.line1.trim()) refuse('recipient.line1', 'is missing');
}
