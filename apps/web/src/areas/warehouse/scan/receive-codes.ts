import type { InboundCarton, InboundDetail, InboundLine } from '@tradewind/contract/warehouse.ts';
import { carries } from './own-codes.ts';

interface Written {
  code: string;
  quantity: number;
  damaged: boolean;
  /** For cartons: their contents were not received loose. */
  sure: boolean;
}

/** Buttons queue a scan with its meaning and quantity written before the code. */
export function writeItem(code: string, quantity: number, damaged = false): string {
  return `${damaged ? '!' : '*'}${quantity}*${code}`;
}
export const writeSure = (code: string): string => `+1*${code}`;

export function readItem(scanned: string): Written {
  const written = /^([*!+])(\d+)\*(.+)$/.exec(scanned);
  if (!written) return { code: scanned.trim(), quantity: 1, damaged: false, sure: false };
  return {
    code: written[3] ?? '',
    quantity: Number(written[2]),
    damaged: written[1] === '!',
    sure: written[1] === '+',
  };
}

/** The code as printed, and an SSCC with or without its symbol and brackets. */
export function cartonOf(inbound: Pick<InboundDetail, 'cartons'>, scanned: string): InboundCarton | undefined {
  const plain = (code: string) => {
    const upper = code.trim().toUpperCase();
    const digits = upper.replace(/^\]C1/, '').replace(/[^0-9A-Z]/g, '');
    return /^(?:00)?(\d{18})$/.exec(digits)?.[1] ?? upper;
  };
  return inbound.cartons.find((carton) => plain(carton.code) === plain(scanned));
}

/** A scan names a product: its lines add up to one expected quantity. */
export const byProduct = (lines: readonly InboundLine[]): InboundLine[] =>
  [...Map.groupBy(lines, (line) => line.productId).values()].flatMap((own) => {
    const sum = (key: 'expected' | 'received') => own.reduce((n, line) => n + line[key], 0);
    return own.slice(0, 1).map((first) => ({ ...first, expected: sum('expected'), received: sum('received') }));
  });

export const lineOf = (inbound: InboundDetail, code: string): InboundLine | undefined =>
  byProduct(inbound.lines).find((line) => carries(line, code));
