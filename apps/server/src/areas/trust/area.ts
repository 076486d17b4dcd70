import type { Area } from '../../core/area.ts';

export const trustArea: Area = { name: 'trust' };
