import * as access from './access.ts';
import * as approvals from './approvals.ts';
import type { Call } from './call.ts';
import * as catalog from './catalog.ts';
import * as channels from './channels.ts';
import * as company from './company.ts';
import * as dashboard from './dashboard.ts';
import * as developer from './developer.ts';
import * as docking from './docking.ts';
import * as documents from './documents.ts';
import * as financeClosing from './finance/closing.ts';
import * as finance from './finance.ts';
import * as identity from './identity.ts';
import * as integrity from './integrity.ts';
import * as links from './links.ts';
import * as listings from './listings.ts';
import * as logistics from './logistics.ts';
import * as messages from './messages.ts';
import * as orders from './orders.ts';
import * as plans from './plans.ts';
import * as procurement from './procurement.ts';
import * as reportRequests from './reports/requests.ts';
import * as reports from './reports.ts';
import * as returns from './returns.ts';
import * as settings from './settings.ts';
import * as stock from './stock.ts';
import * as stockBatches from './stock-batches.ts';
import * as stockViews from './stock-views.ts';
import * as transit from './transit.ts';
import * as vendor from './vendor.ts';
import * as warehouse from './warehouse.ts';
import * as wholesale from './wholesale.ts';
import * as wms from './wms.ts';

/** Every call of every area, by area: the server serves them, the documents list them and the tests walk them. */
const areas: Record<string, Record<string, unknown>> = {
  identity,
  access,
  company,
  plans,
  settings,
  messages,
  approvals,
  developer,
  links,
  documents,
  catalog,
  channels,
  stock: { ...stock, ...stockBatches, ...stockViews },
  warehouse,
  orders,
  wholesale,
  wms,
  docking,
  procurement,
  listings,
  logistics,
  transit,
  vendor,
  returns,
  finance: { ...finance, ...financeClosing },
  reports: { ...reports, ...reportRequests },
  integrity,
  dashboard,
};

export interface NamedCall {
  area: string;
  name: string;
  call: Call;
}

export const calls: NamedCall[] = Object.entries(areas).flatMap(([area, exported]) =>
  Object.entries(exported).flatMap(([name, value]) => (isCall(value) ? [{ area, name, call: value }] : [])),
);

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'method' in value;
}
