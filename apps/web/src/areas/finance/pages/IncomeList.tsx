import type { ReactNode } from 'react';
import { ExpenseViews } from '../expenses/views.tsx';

export default function IncomeList(): ReactNode {
  return <ExpenseViews side="income" />;
}
