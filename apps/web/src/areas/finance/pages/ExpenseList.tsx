import type { ReactNode } from 'react';
import { ExpenseViews } from '../expenses/views.tsx';

export default function ExpenseList(): ReactNode {
  return <ExpenseViews side="expense" />;
}
