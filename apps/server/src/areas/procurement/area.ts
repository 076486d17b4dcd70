import type { Area } from '../../core/area.ts';
import { procurementRoutes } from './procurement.routes.ts';
import './procurement.texts.ts';
import './attachable.ts';
import './procurement.registry.ts';

export const procurementArea: Area = { name: 'procurement', routes: procurementRoutes };
