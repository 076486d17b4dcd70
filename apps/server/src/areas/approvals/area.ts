import type { Area } from '../../core/area.ts';

export const approvalsArea: Area = { name: 'approvals' };
