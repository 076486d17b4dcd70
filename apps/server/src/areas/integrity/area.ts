import type { Area } from '../../core/area.ts';
import './alerts.ts';
import './close-item.ts';
import './invariants/all.ts';
import { runRoutes } from './invariants/run.routes.ts';
import { jobRoutes } from './jobs/job.routes.ts';
import './metrics.ts';
import './integrity.texts.ts';

export const integrityArea: Area = { name: 'integrity', routes: () => [...jobRoutes(), ...runRoutes()] };
