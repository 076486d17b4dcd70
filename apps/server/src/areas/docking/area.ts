import type { Area } from '../../core/area.ts';
import { dockingRoutes } from './docking.routes.ts';
import './docking.texts.ts';
import './intake.ts';

export const dockingArea: Area = { name: 'docking', routes: dockingRoutes };
