import type { Area } from '../../core/area.ts';

export const catalogArea: Area = { name: 'catalog' };
