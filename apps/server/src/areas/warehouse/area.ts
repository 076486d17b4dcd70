import type { Area } from '../../core/area.ts';

export const warehouseArea: Area = { name: 'warehouse' };
