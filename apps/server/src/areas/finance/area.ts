import type { Area } from '../../core/area.ts';

export const financeArea: Area = { name: 'finance' };
