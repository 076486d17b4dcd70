import type { Tx } from '../../../core/database/database.ts';
import { Decimal } from '../../../core/money.ts';
import { forUsd } from './facts.ts';

/** The Universal Postal Union: CN 22 up to these, CN 23 above. */
const CN22_SDR = 300;
const CN22_GRAMS = 2000;
/** Lines that CN 22 has room for. */
export const CN22_LINES = 8;

export interface Declared {
  valueUsd: Decimal.Value;
  /** Of the packed parcel; null where nobody weighed it. */
  grams: number | null;
  lines: number;
}

/** CN 23 is right for every parcel, so it stands in where the weight or the rate of the special drawing right is unknown. */
export function postalForm({ valueUsd, grams, lines }: Declared, sdrForUsd: Decimal | undefined): 'cn22' | 'cn23' {
  const small = grams !== null && grams <= CN22_GRAMS && lines <= CN22_LINES;
  return small && sdrForUsd !== undefined && new Decimal(valueUsd).times(sdrForUsd).lte(CN22_SDR) ? 'cn22' : 'cn23';
}

export const sdrForUsd = (tx: Tx) => forUsd(tx, 'XDR');
