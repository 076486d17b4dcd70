import type { Area } from '../../core/area.ts';

export const messagesArea: Area = { name: 'messages' };
