import './attachable.ts';
import './catalog.texts.ts';
import './catalog.registry.ts';
import './option-use.ts';
import './merge/catalog-parts.ts';
import type { Area } from '../../core/area.ts';
import { catalogRoutes } from './catalog.routes.ts';

export const catalogArea: Area = { name: 'catalog', routes: catalogRoutes };
