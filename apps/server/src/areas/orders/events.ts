import { defineEvent } from '../../core/jobs/jobs.ts';

/** The goods left: finance books, channels are told. */
export const orderShipped = defineEvent<{ orderIds: number[] }>('order.shipped');
export const orderDelivered = defineEvent<{ orderIds: number[] }>('order.delivered');
/** Given back whole after it had left. */
export const orderRefunded = defineEvent<{ orderIds: number[] }>('order.refunded');
export const orderCancelled = defineEvent<{ orderIds: number[] }>('order.cancelled');
