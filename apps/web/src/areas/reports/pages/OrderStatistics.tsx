import type { ReactNode } from 'react';
import { ReportPage } from '../report-page.tsx';

export default function OrderStatistics(): ReactNode {
  return <ReportPage report="order" />;
}
