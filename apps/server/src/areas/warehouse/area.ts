import type { Area } from '../../core/area.ts';
import { locationRoutes } from './locations/location.routes.ts';
import { outboundRoutes } from './outbound/outbound.routes.ts';
import { scanRoutes } from './scan/scan.routes.ts';
import { warehouseRoutes } from './warehouses/warehouse.routes.ts';
import { waveRoutes } from './wave/wave.routes.ts';
import './attachable.ts';
import './listeners.ts';
import './people.ts';
import './registry.ts';
import './warehouse.texts.ts';

export const warehouseArea: Area = {
  name: 'warehouse',
  routes: (app) => [
    ...warehouseRoutes(app),
    ...locationRoutes(app),
    ...outboundRoutes(app),
    ...waveRoutes(app),
    ...scanRoutes(app),
  ],
};
