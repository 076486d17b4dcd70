import type { Area } from '../../core/area.ts';

export const companyArea: Area = { name: 'company' };
