import type { ReactNode } from 'react';
import { ReportPage } from '../report-page.tsx';

export default function WarehouseOrderReport(): ReactNode {
  return <ReportPage report="warehouseOrder" />;
}
