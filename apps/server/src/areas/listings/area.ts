import './lag.ts';
import './listings.texts.ts';
import './publish.ts';
import './watch.ts';
import type { Area } from '../../core/area.ts';
import { listingsRoutes } from './listings.routes.ts';

export const listingsArea: Area = { name: 'listings', routes: listingsRoutes };
