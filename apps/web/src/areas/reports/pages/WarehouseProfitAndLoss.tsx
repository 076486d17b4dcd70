import type { ReactNode } from 'react';
import { ReportPage } from '../report-page.tsx';

export default function WarehouseProfitAndLoss(): ReactNode {
  return <ReportPage report="warehouseProfit" />;
}
