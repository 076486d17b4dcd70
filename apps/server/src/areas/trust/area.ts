import type { Area } from '../../core/area.ts';
import './alerts.ts';
import './invariants/all.ts';
import { runRoutes } from './invariants/run.routes.ts';
import { jobRoutes } from './jobs/job.routes.ts';
import './trust.texts.ts';

export const trustArea: Area = { name: 'trust', routes: (app) => [...jobRoutes(app), ...runRoutes(app)] };
