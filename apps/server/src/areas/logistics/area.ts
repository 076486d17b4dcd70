import type { Area } from '../../core/area.ts';

export const logisticsArea: Area = { name: 'logistics' };
