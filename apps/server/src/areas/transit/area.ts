import type { Area } from '../../core/area.ts';
import { transitRoutes } from './transit.routes.ts';
import './allocated.ts';
import './attachable.ts';
import './fba/tasks.ts';
import './leaving.ts';
import './merge.ts';
import './warehouse-in-use.ts';
import './transit.texts.ts';

export const transitArea: Area = { name: 'transit', routes: transitRoutes };
