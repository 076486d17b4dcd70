import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import { DatasetComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type ReactNode, useEffect, useRef } from 'react';
import { currentLanguage } from '../i18n.ts';
import { onPaper, useThemeMode } from '../theme/mode.ts';
import type { ChartOption } from './chart-theme.ts';
import { themed } from './chart-theme.ts';

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

export default function ChartCanvas({ option, label }: { option: ChartOption; label: string }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const { dark } = useThemeMode();
  const language = currentLanguage();
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const chart = init(element, undefined, { locale: language === 'zh' ? 'ZH' : 'EN' });
    const drawn = themed(option, dark, getComputedStyle(document.body).fontFamily);
    chart.setOption(onPaper() ? { ...drawn, animation: false } : drawn);
    const watch = new ResizeObserver(() => chart.resize());
    watch.observe(element);
    return () => {
      watch.disconnect();
      chart.dispose();
    };
  }, [option, dark, language]);
  return <div ref={box} role="img" aria-label={label} style={{ height: '100%' }} />;
}
