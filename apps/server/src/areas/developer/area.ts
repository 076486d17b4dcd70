import type { Area } from '../../core/area.ts';
import { developerRoutes } from './developer.routes.ts';
import './developer.texts.ts';

export const developerArea: Area = { name: 'developer', routes: developerRoutes };
