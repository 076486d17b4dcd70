import type { Area } from '../../core/area.ts';

export const ordersArea: Area = { name: 'orders' };
