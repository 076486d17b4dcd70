import type { ReactNode } from 'react';
import { ReportPage } from '../report-page.tsx';

export default function ProductStatistics(): ReactNode {
  return <ReportPage report="product" />;
}
