import { accessArea } from './areas/access/area.ts';
import { approvalsArea } from './areas/approvals/area.ts';
import { catalogArea } from './areas/catalog/area.ts';
import { channelsArea } from './areas/channels/area.ts';
import { companyArea } from './areas/company/area.ts';
import { dashboardArea } from './areas/dashboard/area.ts';
import { developerArea } from './areas/developer/area.ts';
import { dockingArea } from './areas/docking/area.ts';
import { documentsArea } from './areas/documents/area.ts';
import { financeArea } from './areas/finance/area.ts';
import { identityArea } from './areas/identity/area.ts';
import { integrityArea } from './areas/integrity/area.ts';
import { listingsArea } from './areas/listings/area.ts';
import { logisticsArea } from './areas/logistics/area.ts';
import { messagesArea } from './areas/messages/area.ts';
import { ordersArea } from './areas/orders/area.ts';
import { procurementArea } from './areas/procurement/area.ts';
import { reportsArea } from './areas/reports/area.ts';
import { returnsArea } from './areas/returns/area.ts';
import { settingsArea } from './areas/settings/area.ts';
import { stockArea } from './areas/stock/area.ts';
import { transitArea } from './areas/transit/area.ts';
import { vendorArea } from './areas/vendor/area.ts';
import { warehouseArea } from './areas/warehouse/area.ts';
import { wholesaleArea } from './areas/wholesale/area.ts';
import { wmsArea } from './areas/wms/area.ts';
import type { Area } from './core/area.ts';

/** From the ground up: an area imports only areas named before it, and only through their public.ts. */
export const areas: readonly Area[] = [
  identityArea,
  accessArea,
  companyArea,
  settingsArea,
  messagesArea,
  approvalsArea,
  developerArea,
  documentsArea,
  catalogArea,
  channelsArea,
  stockArea,
  warehouseArea,
  ordersArea,
  wholesaleArea,
  dockingArea,
  procurementArea,
  listingsArea,
  logisticsArea,
  wmsArea,
  transitArea,
  vendorArea,
  returnsArea,
  financeArea,
  reportsArea,
  integrityArea,
  dashboardArea,
];
