import { sql } from '../../core/database/sql.ts';
import { defineMovementDocument, definePromised } from '../stock/public.ts';

defineMovementDocument('outbound', 'outbound');
defineMovementDocument('inbound', 'inbound');
// What a quality check turns into good or damaged goods: its lines are checks of the inbound order.
defineMovementDocument('inbound_check', 'inbound');

// The open rest of each stop in its bin, and what was picked and has not left in the packing location.
definePromised(sql`select o.company_id, o.warehouse_id, p.location_id, p.product_id, p.batch_id, o.id as outbound_id, p.quantity - p.picked as quantity
  from outbound o join pick_line p on p.company_id = o.company_id and p.outbound_id = o.id
  where o.state = 'picking' and p.state = 'open' and p.quantity > p.picked
  union all
  select o.company_id, o.warehouse_id, o.packing_location_id, p.product_id, p.batch_id, o.id, p.picked
  from outbound o join pick_line p on p.company_id = o.company_id and p.outbound_id = o.id
  where o.state in ('picking', 'picked', 'packed') and p.picked > 0`);
