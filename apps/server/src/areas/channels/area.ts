import type { Area } from '../../core/area.ts';

export const channelsArea: Area = { name: 'channels' };
