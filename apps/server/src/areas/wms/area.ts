import './alerts.ts';
import './fees.ts';
import './merge.ts';
import './outbox.ts';
import './poll.ts';
import './products.ts';
import './send.ts';
import './stock.ts';
import './wms.texts.ts';
import type { Area } from '../../core/area.ts';
import { wmsRaw } from './push.ts';
import { wmsRoutes } from './wms.routes.ts';

export const wmsArea: Area = { name: 'wms', routes: wmsRoutes, raw: wmsRaw };
