import type { BarSeriesOption, LineSeriesOption, PieSeriesOption, ScatterSeriesOption } from 'echarts/charts';
import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import type {
  DatasetComponentOption,
  GridComponentOption,
  LegendComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import { DatasetComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { type ComposeOption, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type ReactNode, useEffect, useRef } from 'react';
import { useThemeMode } from '../theme/mode.ts';
import { palettes } from '../theme/tokens.ts';

use([
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  DatasetComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  CanvasRenderer,
]);

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

export default function ChartCanvas({ option, label }: { option: ChartOption; label: string }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const { dark } = useThemeMode();
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const chart = init(element);
    const p = dark ? palettes.dark : palettes.light;
    const axis = {
      axisLine: { lineStyle: { color: p.line } },
      axisTick: { show: false },
      axisLabel: { color: p.muted },
      splitLine: { lineStyle: { color: p.line } },
    };
    chart.setOption({
      color: dark ? SERIES.dark : SERIES.light,
      animationDuration: 200,
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: p.text },
      grid: { left: 8, right: 16, top: 32, bottom: 4, containLabel: true },
      tooltip: {
        trigger: 'axis',
        backgroundColor: p.surface,
        borderColor: p.line,
        textStyle: { color: p.text, fontSize: 12 },
      },
      legend: { top: 0, right: 0, icon: 'circle', itemWidth: 8, itemHeight: 8, textStyle: { color: p.muted } },
      ...option,
      series: [option.series ?? []].flat().map((each) => (each.type === 'bar' ? { barMaxWidth: 36, ...each } : each)),
      ...(option.xAxis ? { xAxis: withAxis(option.xAxis, axis) } : {}),
      ...(option.yAxis ? { yAxis: withAxis(option.yAxis, axis) } : {}),
    });
    const watch = new ResizeObserver(() => chart.resize());
    watch.observe(element);
    return () => {
      watch.disconnect();
      chart.dispose();
    };
  }, [option, dark]);
  return <div ref={box} role="img" aria-label={label} style={{ height: '100%' }} />;
}

function withAxis<A extends object>(given: A | A[], axis: object): object {
  return Array.isArray(given) ? given.map((each) => ({ ...axis, ...each })) : { ...axis, ...given };
}
