import { sql } from '../../core/database/sql.ts';
import { defineMovementDocument, definePromised } from '../stock/public.ts';

defineMovementDocument('outbound', 'outbound');
defineMovementDocument('inbound', 'inbound');
// Results of a quality check: its document lines are checks of the inbound order.
defineMovementDocument('inbound_check', 'inbound');

// Open quantities of each pick task in its bin, and picked units in the packing location that have not shipped.
definePromised(sql`select o.company_id, o.warehouse_id, p.location_id, p.product_id, p.batch_id, o.id as outbound_id, p.quantity - p.picked as quantity
  from outbound o join pick_line p on p.company_id = o.company_id and p.outbound_id = o.id
  where o.state = 'picking' and p.state = 'open' and p.quantity > p.picked
  union all
  select o.company_id, o.warehouse_id, o.packing_location_id, p.product_id, p.batch_id, o.id, p.picked
  from outbound o join pick_line p on p.company_id = o.company_id and p.outbound_id = o.id
  where o.state in ('picking', 'picked', 'packed') and p.picked > 0`);
