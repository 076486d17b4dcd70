export { BudgetPanel as default } from '../expenses/budget-panel.tsx';
