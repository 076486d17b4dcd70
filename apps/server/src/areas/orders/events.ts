import { defineEvent } from '../../core/jobs/jobs.ts';

/** The goods left: finance books, and the platform gets its shipment confirmation. */
export const orderShipped = defineEvent<{ orderIds: number[] }>('order.shipped');
export const orderDelivered = defineEvent<{ orderIds: number[] }>('order.delivered');
/** Fully refunded after shipment. */
export const orderRefunded = defineEvent<{ orderIds: number[] }>('order.refunded');
/** The buyers of these orders were erased. Listeners erase their copies. */
export const buyersErased = defineEvent<{ orderIds: number[] }>('order.buyersErased');
export const orderCancelled = defineEvent<{ orderIds: number[] }>('order.cancelled');
