import type { ReactNode } from 'react';
import { ReportTabs } from '../report-tabs.tsx';

export default function MonthlyStock(): ReactNode {
  return <ReportTabs reports={['monthlyStock', 'stockValue', 'stockAge', 'sellThrough']} />;
}
