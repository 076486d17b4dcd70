import type { Area } from '../../core/area.ts';

export const accessArea: Area = { name: 'access' };
