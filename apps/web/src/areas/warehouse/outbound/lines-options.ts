import type { WaveMethod } from '@tradewind/contract/warehouse.ts';

/** Which orders a wave takes by their lines: the single-item lane takes no others. */
export const linesOptions = (method: WaveMethod | undefined, t: (key: string) => string) =>
  ['any', 'single', 'multi'].map((lines) => ({
    value: lines,
    label: t(`wave.lines.${lines}`),
    disabled: method === 'single' && lines === 'multi',
  }));
