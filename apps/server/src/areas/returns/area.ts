import type { Area } from '../../core/area.ts';
import { returnsRoutes } from './returns.routes.ts';
import './attachable.ts';
import './badges.ts';
import './demand.ts';
import './intake.ts';
import './merge.ts';
import './option-use.ts';
import './public.ts';
import './platform-updates.ts';
import './supplier.ts';
import './personal-data.ts';

export const returnsArea: Area = { name: 'returns', routes: returnsRoutes };
