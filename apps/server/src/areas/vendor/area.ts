import type { Area } from '../../core/area.ts';
import { vendorRoutes } from './vendor.routes.ts';
import './apply-answer.ts';
import './freight.ts';
import './vendor.texts.ts';

export const vendorArea: Area = { name: 'vendor', routes: vendorRoutes };
