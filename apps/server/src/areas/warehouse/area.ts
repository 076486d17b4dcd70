import type { Area } from '../../core/area.ts';
import { assemblyRoutes } from './assembly/assembly.routes.ts';
import { batchRoutes } from './batches/batch.routes.ts';
import { countRoutes } from './count/count.routes.ts';
import { fnskuRoutes } from './fnskus/fnsku.routes.ts';
import { inboundRoutes } from './inbound/inbound.routes.ts';
import { locationRoutes } from './locations/location.routes.ts';
import { openingRoutes } from './opening/opening.routes.ts';
import { outboundRoutes } from './outbound/outbound.routes.ts';
import { scanRoutes } from './scan/scan.routes.ts';
import { transferRoutes } from './transfer/transfer.routes.ts';
import { warehouseRoutes } from './warehouses/warehouse.routes.ts';
import { waveRoutes } from './wave/wave.routes.ts';
import './attachable.ts';
import './documents.ts';
import './warehouses/texts.ts';
import './inbound/coming.ts';
import './listeners.ts';
import './merge.ts';
import './transfer/leaving.ts';
import './wave/assignee-leaves.ts';
import './registry.ts';
import './warehouse.texts.ts';
import './personal-data.ts';

export const warehouseArea: Area = {
  name: 'warehouse',
  routes: (app) => [
    ...warehouseRoutes(),
    ...locationRoutes(app),
    ...fnskuRoutes(app),
    ...inboundRoutes(app),
    ...openingRoutes(app),
    ...outboundRoutes(app),
    ...waveRoutes(app),
    ...scanRoutes(app),
    ...batchRoutes(),
    ...countRoutes(app),
    ...transferRoutes(app),
    ...assemblyRoutes(app),
  ],
};
