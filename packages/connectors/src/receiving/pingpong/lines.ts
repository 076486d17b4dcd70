import { z } from 'zod';
import { laxText } from '../../lax.ts';
import { divide, negate, placesOf, times } from '../../money.ts';
import { amount, currencyCode, Unfit } from '../../read.ts';
import type { LineKind, LineState, StatementLeg } from '../connector.ts';
import { legsOf } from '../legs.ts';
import { chinaDay, inMilliseconds, stateBy } from '../rows.ts';

const optionalCurrency = z
  .union([currencyCode, z.literal('')])
  .nullish()
  .transform((code) => code || undefined);
export const order = z.object({
  order_id: z.string().min(1),
  order_type: z.string().min(1),
  status: z.string(),
  from_account_id: laxText,
  to_account_id: laxText,
  from_currency: optionalCurrency,
  to_currency: optionalCurrency,
  fx_rate: amount.nullish(),
  order_amount: amount,
  fee: amount.nullish(),
  created_time: inMilliseconds,
  finished_time: inMilliseconds.nullish(),
  payer_name: laxText,
  payee_name: laxText,
  remark: laxText,
});
type Order = z.output<typeof order>;

const STATES: Readonly<Record<string, LineState>> = { PENDING: 'PENDING', SUCCESS: 'SUCCESS', FAIL: 'FAILED' };
/** By what each is for; TRANSFER goes by its direction, EXCHANGE has two sides. */
const KINDS: Readonly<Record<string, LineKind>> = {
  RECEIVE: 'MARKETPLACE_RECEIPT',
  TOPUP: 'TOPUP',
  WITHDRAW: 'WITHDRAWAL',
  RECIPIENT: 'SUPPLIER_PAYMENT',
  REFUND: 'REFUND',
  'REFUND FEE': 'FEE',
};
const TYPES = ['RECEIVE', 'TOPUP', 'WITHDRAW', 'RECIPIENT', 'TRANSFER', 'REFUND', 'REFUND FEE', 'EXCHANGE'];
export const INBOUND = 'INBOUND_ORDER';
/** Every type in both directions: which of them stand where is not documented. An exchange may stand in both. */
export const LISTS = TYPES.flatMap((type) => [`${INBOUND} ${type}`, `OUTBOUND_ORDER ${type}`]);

function sidesOf(line: Order, isIn: boolean): Parameters<typeof legsOf>[1] {
  const { order_type: type, order_amount, from_currency, to_currency } = line;
  if (type === 'EXCHANGE') {
    if (!from_currency || !to_currency || !line.fx_rate) return [];
    const fx = { fromCurrency: from_currency, toCurrency: to_currency, rate: line.fx_rate };
    const bought = divide(times(order_amount, line.fx_rate), 1, placesOf(to_currency));
    return [
      { leg: 'FX_SELL', kind: 'FX_SELL', amount: negate(order_amount), currency: from_currency, fx },
      { leg: 'FX_BUY', kind: 'FX_BUY', amount: bought, currency: to_currency, fx },
    ];
  }
  const currency = isIn ? (to_currency ?? from_currency) : (from_currency ?? to_currency);
  if (!currency) return [];
  const kind = KINDS[type] ?? (type === 'TRANSFER' ? (isIn ? 'TRANSFER_IN' : 'TRANSFER_OUT') : 'ADJUSTMENT');
  return [{ leg: 'MAIN', kind, amount: isIn ? order_amount : negate(order_amount), currency }];
}

export function turn(line: Order, raw: unknown, isIn: boolean): StatementLeg[] {
  const { from_currency, to_currency, fee } = line;
  const sides = sidesOf(line, isIn);
  const [first] = sides;
  if (!first) throw new Unfit('from_currency', 'which currencies it moves is not said');
  return legsOf(
    {
      id: line.order_id,
      at: line.created_time,
      valueDate: line.finished_time ? chinaDay(Date.parse(line.finished_time)) : undefined,
      status: stateBy(STATES, line.status),
      rawKind: line.order_type,
      rawStatus: line.status,
      accountId: isIn ? line.to_account_id : line.from_account_id,
      counterparty: isIn ? line.payer_name : line.payee_name,
      reference: line.remark,
      raw,
    },
    sides,
    // The fee follows the account that the money comes from.
    fee ? { amount: fee, currency: from_currency ?? to_currency ?? first.currency } : undefined,
  );
}
