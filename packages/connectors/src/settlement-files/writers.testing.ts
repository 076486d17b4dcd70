import type fc from 'fast-check';

/** Settlement files as platforms write them, for tests. Shares nothing with the readers. */

export type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;

/** Bytes of a text in an encoding that Node only reads: found by reading every code once. */
function encoderOf(label: string, pairs: boolean): (text: string) => Buffer {
  const codes = new Map<string, number[]>();
  const decoder = new TextDecoder(label);
  const learn = (bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !codes.has(text)) codes.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte++) learn([byte]);
  if (pairs)
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) learn([lead, trail]);
  return (text) =>
    Buffer.from(
      [...text].flatMap((letter) => {
        const bytes = codes.get(letter);
        if (!bytes) throw new Error(`${letter} is not in ${label}`);
        return bytes;
      }),
    );
}
const western = encoderOf('windows-1252', false);
const japanese = encoderOf('shift_jis', true);
const chinese = encoderOf('gb18030', true);

export const ENCODERS = {
  'utf-8': (text: string) => Buffer.from(text, 'utf8'),
  'utf-8 with its mark': (text: string) => Buffer.from(`\ufeff${text}`, 'utf8'),
  'windows-1252': western,
  shift_jis: japanese,
  gb18030: chinese,
} as const;
export type Encoding = keyof typeof ENCODERS;

/** Cents, written as a country does. */
export const money = (style: 'point' | 'comma' | 'grouped point' | 'grouped comma') => (cents: number) => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2);
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, style === 'grouped comma' ? '.' : ',');
  const sign = cents < 0 ? '-' : '';
  return `${sign}${style.startsWith('grouped') ? groups : whole}${style.endsWith('comma') ? ',' : '.'}${digits.slice(-2)}`;
};
/** As the readers answer them: a decimal of two places. */
export const cents = (amount: string): number => {
  const found = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount);
  if (!found) throw new Error(`${amount} is no amount`);
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 100 + Number((found[3] ?? '').padEnd(2, '0')));
};

const parts = (at: Date) => {
  const text = at.toISOString();
  return { year: text.slice(0, 4), month: text.slice(5, 7), day: text.slice(8, 10), time: text.slice(11, 19) };
};
export const TIMES = {
  iso: (at: Date) => `${at.toISOString().slice(0, 19)}+00:00`,
  utc: (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
  dots: (at: Date) => `${parts(at).day}.${parts(at).month}.${parts(at).year} ${parts(at).time} UTC`,
  american: (at: Date) => `${parts(at).month}/${parts(at).day}/${parts(at).year} ${parts(at).time} UTC`,
  british: (at: Date) => `${parts(at).day}/${parts(at).month}/${parts(at).year} ${parts(at).time} UTC`,
} as const;
export type TimeStyle = keyof typeof TIMES;

export const csv = (rows: readonly (readonly string[])[], separator = ','): string =>
  rows
    .map((cells) =>
      cells.map((cell) => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator),
    )
    .join('\r\n');

const V1 =
  'settlement-id|settlement-start-date|settlement-end-date|deposit-date|total-amount|currency|transaction-type|order-id|merchant-order-id|adjustment-id|shipment-id|marketplace-name|shipment-fee-type|shipment-fee-amount|order-fee-type|order-fee-amount|fulfillment-id|posted-date|order-item-code|merchant-order-item-id|merchant-adjustment-item-id|sku|quantity-purchased|price-type|price-amount|item-related-fee-type|item-related-fee-amount|misc-fee-amount|other-fee-amount|other-fee-reason-description|promotion-id|promotion-type|promotion-amount|direct-payment-type|direct-payment-amount|other-amount'.split(
    '|',
  );
const V2 =
  'settlement-id|settlement-start-date|settlement-end-date|deposit-date|total-amount|currency|transaction-type|order-id|merchant-order-id|adjustment-id|shipment-id|marketplace-name|amount-type|amount-description|amount|fulfillment-id|posted-date|posted-date-time|order-item-code|merchant-order-item-id|merchant-adjustment-item-id|sku|quantity-purchased|promotion-id'.split(
    '|',
  );
export const AMAZON_COLUMNS = { V1, V2 } as const;

export interface Written {
  type: string;
  order: string;
  amountType: string;
  description: string;
  cents: number;
  at: Date;
  sku: string;
}
export interface AmazonStyle {
  version: 'V1' | 'V2';
  currency: string;
  amount: (cents: number) => string;
  time: (at: Date) => string;
  titles?: readonly string[];
}

/** Which column of V1 holds an amount: its type and its amount; without a type the transaction names it. */
const V1_PLACE: Record<string, [type: string, amount: string]> = {
  ItemPrice: ['price-type', 'price-amount'],
  ItemFees: ['item-related-fee-type', 'item-related-fee-amount'],
  Promotion: ['promotion-type', 'promotion-amount'],
};

/** The rows of a settlement: titles, the settlement, and a row for each amount. */
export function amazonRows(id: string, written: readonly Written[], total: number, style: AmazonStyle): string[][] {
  const columns = AMAZON_COLUMNS[style.version];
  const row = (cells: Record<string, string>) => columns.map((column) => cells[column] ?? '');
  const begin = new Date('2026-10-18T00:00:00Z');
  const end = new Date('2026-11-16T00:00:00Z');
  const header = row({
    'settlement-id': id,
    'settlement-start-date': style.time(begin),
    'settlement-end-date': style.time(end),
    'deposit-date': style.time(new Date('2026-11-18T00:00:00Z')),
    'total-amount': style.amount(total),
    currency: style.currency,
  });
  const lines = written.map((one) => {
    const shared = { 'settlement-id': id, 'transaction-type': one.type, 'order-id': one.order, sku: one.sku };
    const posted = { 'posted-date': style.time(one.at), 'posted-date-time': style.time(one.at) };
    const amount = style.amount(one.cents);
    if (style.version === 'V2')
      return row({
        ...shared,
        ...posted,
        'amount-type': one.amountType,
        'amount-description': one.description,
        amount,
      });
    const [type, place] = V1_PLACE[one.amountType] ?? ['', 'other-amount'];
    return row({ ...shared, ...posted, ...(type ? { [type]: one.description } : {}), [place]: amount });
  });
  return [[...(style.titles ?? columns)], header, ...lines];
}

export const tsv = (rows: readonly (readonly string[])[]): string => rows.map((cells) => cells.join('\t')).join('\r\n');
