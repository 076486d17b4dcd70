// In the order in which the page shows them.
import './stock.ts';
import './demand.ts';
import './orders.ts';
import './logistics.ts';
import './procurement.ts';
import './finance.ts';
import './expenses.ts';
import './banking.ts';
import './settlements.ts';
