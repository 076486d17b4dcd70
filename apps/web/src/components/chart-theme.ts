import type { BarSeriesOption, LineSeriesOption, PieSeriesOption, ScatterSeriesOption } from 'echarts/charts';
import type {
  DatasetComponentOption,
  GridComponentOption,
  LegendComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { palettes } from '../theme/tokens.ts';

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | ScatterSeriesOption
  | DatasetComponentOption
  | GridComponentOption
  | LegendComponentOption
  | TooltipComponentOption
>;

const SERIES = {
  light: ['#0F766E', '#2563EB', '#B45309', '#7C3AED', '#0891B2', '#BE185D', '#4D7C0F', '#64748B'],
  dark: ['#2DD4BF', '#60A5FA', '#FBBF24', '#A78BFA', '#22D3EE', '#F472B6', '#A3E635', '#94A3B8'],
};

type Part = Record<string, unknown>;
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges part by part; `over` wins. */
function merge(under: Part, over: Part): Part {
  const both: Part = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const before = both[key];
    both[key] = isPart(value) && isPart(before) ? merge(before, value) : value;
  }
  return both;
}

/** A part may be one or a list; undefined needs no colours. */
function each(input: unknown, change: (part: Part) => Part): unknown {
  if (Array.isArray(input)) return input.map((one) => (isPart(one) ? change(one) : one));
  return isPart(input) ? change(input) : input;
}

/**
 * A page sets contents and layout of its chart; text and lines around the figures get the theme's colours, whatever
 * else the page sets in the same part.
 */
export function themed(option: ChartOption, dark: boolean, fontFamily: string): ChartOption {
  const p = dark ? palettes.dark : palettes.light;
  const line = { lineStyle: { color: p.line } };
  const text = { color: p.text, fontFamily };
  const muted = { color: p.muted };
  const axis = (input: Part) =>
    merge(merge({ axisTick: { show: false } }, input), {
      axisLine: line,
      axisLabel: { ...muted, hideOverlap: true },
      nameTextStyle: muted,
      splitLine: line,
    });
  const series = (input: Part) => ({
    ...(input.type === 'bar' ? { barMaxWidth: 36 } : {}),
    ...input,
    ...(input.type === 'pie' || input.label ? { label: merge(isPart(input.label) ? input.label : {}, text) } : {}),
  });
  const legend = { top: 0, right: 0, icon: 'circle', itemWidth: 8, itemHeight: 8 };
  const paging = { pageTextStyle: muted, pageIconColor: p.accent, pageIconInactiveColor: p.line };
  // Drawn with the chart: as HTML it would carry styles as attributes, which the policy of the pages refuses.
  const tooltip = {
    renderMode: 'richText',
    backgroundColor: p.surface,
    borderColor: p.line,
    textStyle: { color: p.text, fontSize: 12 },
  };
  const { xAxis, yAxis } = option;
  return {
    color: dark ? SERIES.dark : SERIES.light,
    animationDuration: 200,
    grid: { left: 8, right: 16, top: 32, bottom: 4, containLabel: true },
    ...option,
    textStyle: text,
    tooltip: each(option.tooltip ?? {}, (input) => merge(merge({ trigger: 'axis' }, input), tooltip)),
    legend: each(option.legend ?? {}, (input) =>
      merge(merge(legend, input), { textStyle: muted, inactiveColor: p.line, ...paging }),
    ),
    series: [option.series ?? []].flat().map((one) => series({ ...one })),
    ...(xAxis ? { xAxis: each(xAxis, axis) } : {}),
    ...(yAxis ? { yAxis: each(yAxis, axis) } : {}),
  } as ChartOption;
}
