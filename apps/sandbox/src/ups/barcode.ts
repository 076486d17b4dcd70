import bwipjs from 'bwip-js/node';

/** Widths of a Code 128's bars and spaces in modules, bar first. */
export function code128(text: string): number[] {
  const [symbol] = bwipjs.raw({ bcid: 'code128', text });
  if (!symbol || !('sbs' in symbol)) throw new Error('not a linear symbol');
  return Array.from(symbol.sbs);
}

export function groupedTracking(tracking: string): string {
  return `${tracking.slice(0, 2)} ${tracking.slice(2, 5)} ${tracking.slice(5, 8)} ${tracking.slice(8, 10)} ${tracking.slice(10, 14)} ${tracking.slice(14)}`;
}
