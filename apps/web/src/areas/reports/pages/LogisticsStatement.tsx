import type { ReactNode } from 'react';
import { ReportPage } from '../report-page.tsx';

export default function LogisticsStatement(): ReactNode {
  return <ReportPage report="freight" />;
}
