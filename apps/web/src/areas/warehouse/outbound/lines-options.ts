import type { WaveMethod } from '@tradewind/contract/warehouse.ts';

/** Which orders a wave takes by line count. The single-item lane takes only single-line orders. */
export const linesOptions = (method: WaveMethod | undefined, t: (key: string) => string) =>
  ['any', 'single', 'multi'].map((lines) => ({
    value: lines,
    label: t(`wave.lines.${lines}`),
    disabled: method === 'single' && lines === 'multi',
  }));
