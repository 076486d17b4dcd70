import type { Area } from '../../core/area.ts';

export const developerArea: Area = { name: 'developer' };
