import { defineEvent } from '../../core/jobs/jobs.ts';

/** The goods left: finance books, channels are told. */
export const orderShipped = defineEvent<{ orderIds: number[] }>('order.shipped');
export const orderDelivered = defineEvent<{ orderIds: number[] }>('order.delivered');
export const orderCancelled = defineEvent<{ orderIds: number[] }>('order.cancelled');
