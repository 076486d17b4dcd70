import type { Area } from '../../core/area.ts';

export const stockArea: Area = { name: 'stock' };
