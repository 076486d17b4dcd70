import type { ReactNode } from 'react';
import { ReportTabs } from '../report-tabs.tsx';

export default function OrderStatistics(): ReactNode {
  return <ReportTabs reports={['order', 'profit', 'profitBridge']} />;
}
