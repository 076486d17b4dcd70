import type { Area } from '../../core/area.ts';
import { adviceRoutes } from './advice.routes.ts';
import { allocationRoutes } from './allocation.routes.ts';
import { procurementRoutes } from './procurement.routes.ts';
import { purchaseRoutes } from './purchase.routes.ts';
import { returnRoutes } from './returns/returns.routes.ts';
import { sourcingRaw } from './sourcing/consent.ts';
import { sourcingRoutes } from './sourcing.routes.ts';
import { supplierPageRoutes } from './supplier-page.routes.ts';
import './procurement.texts.ts';
import './purchase.texts.ts';
import './advice.texts.ts';
import './sourcing.texts.ts';
import './attachable.ts';
import './advice/buy.ts';
import './demand/daily.ts';
import './procurement.registry.ts';
import './requisitions/approval.ts';
import './orders/coming.ts';
import './merge.ts';
import './orders/receipts.ts';
import './allocations/approval.ts';
import './allocations/leaving.ts';
import './supplier-page/link.ts';
import './supplier-page.texts.ts';
import './returns/replacement.ts';
import './returns/returns.texts.ts';
import './sourcing/alerts.ts';
import './sourcing/due.ts';
import './public.ts';
import './personal-data.ts';

export const procurementArea: Area = {
  name: 'procurement',
  routes: (app) => [
    ...procurementRoutes(app),
    ...purchaseRoutes(app),
    ...allocationRoutes(app),
    ...adviceRoutes(),
    ...supplierPageRoutes(app),
    ...returnRoutes(app),
    ...sourcingRoutes(app),
  ],
  raw: sourcingRaw,
};
