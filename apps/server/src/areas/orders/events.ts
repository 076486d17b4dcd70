import { defineEvent } from '../../core/jobs/jobs.ts';

/** The goods left: finance books, channels are told. */
export const orderShipped = defineEvent<{ orderIds: number[] }>('order.shipped');
export const orderDelivered = defineEvent<{ orderIds: number[] }>('order.delivered');
/** Given back whole after it had left. */
export const orderRefunded = defineEvent<{ orderIds: number[] }>('order.refunded');
/** Nothing of the buyers stands in these orders any more; what was made of it has to go, too. */
export const buyersErased = defineEvent<{ orderIds: number[] }>('order.buyersErased');
export const orderCancelled = defineEvent<{ orderIds: number[] }>('order.cancelled');
