import type { Area } from '../../core/area.ts';
import './identity.texts.ts';

export const identityArea: Area = { name: 'identity' };
