import type { Area } from '../../core/area.ts';

export const settingsArea: Area = { name: 'settings' };
