// Registers listeners for events of orders, warehouse and logistics, jobs, schedules, exports.
import './bookings/carrier-bills.ts';
import './bookings/fees.ts';
import './bookings/goods.ts';
import './bookings/labels.ts';
import './bookings/leftovers.ts';
import './bookings/prepaid.ts';
import './bookings/provider-fees.ts';
import './bookings/returns.ts';
import './bookings/sales.ts';
import './bookings/stock-trigger.ts';
import './bookings/supplier-returns.ts';
import './bookings/suppliers.ts';
import './bookings/wholesale.ts';
import './ledger/compact.ts';
import './settlements/experience.ts';
import './settlements/intake.ts';
import './settlements/rests.ts';
