import type { ReactNode } from 'react';
import { ReportTabs } from '../report-tabs.tsx';

export default function StockMovements(): ReactNode {
  return <ReportTabs reports={['movement', 'purchase']} />;
}
