import { type CostResult, costOf } from '@tradewind/contract/rating/cost.ts';
import { type Figure, figureOf, figuresOf, measuredOf } from './figures.ts';

const FIGURES = [
  ...(['purchase', 'rate', 'domestic', 'firstLegPerKg', 'dutyPercent', 'importVatPercent', 'otherCost'] as const),
  ...(['price', 'salesVatPercent', 'platformPercent', 'paymentPercent', 'adsPercent', 'returnsPercent'] as const),
  ...(['lastMile', 'targetPercent'] as const),
];
const SIZES = ['weight', 'length', 'width', 'height'] as const;
type Figures = (typeof FIGURES)[number] | (typeof SIZES)[number] | 'customsValue';

export type CostValues = { [K in Figures]?: Figure } & {
  currency: string;
  divisor: number;
  dutyOnFreight: boolean;
  importVatBack: boolean;
};

export const COST_START: CostValues = {
  ...{ currency: 'USD', rate: '1', divisor: 6000, dutyOnFreight: false, importVatBack: true },
  ...{ platformPercent: '15', targetPercent: '20' },
};

const pick = <K extends Figures>(values: CostValues, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, values[key]])) as Record<K, Figure>;

/** Undefined while a figure is wrong. */
export function costResult(values: CostValues): CostResult | undefined {
  const figures = figuresOf(pick(values, FIGURES));
  const sizes = figuresOf(pick(values, SIZES));
  const customsValue = figureOf(values.customsValue, '');
  if (!figures || !sizes || customsValue === undefined) return undefined;
  const { divisor, dutyOnFreight, importVatBack } = values;
  return costOf({ ...figures, ...measuredOf('metric', sizes), customsValue, divisor, dutyOnFreight, importVatBack });
}
