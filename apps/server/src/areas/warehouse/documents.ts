import { defineMovementDocument } from '../stock/public.ts';

defineMovementDocument('inbound', 'inbound');
// What a quality check turns into good or damaged goods: its lines are checks of the inbound order.
defineMovementDocument('inbound_check', 'inbound');
