import './public.ts';
import type { Area } from '../../core/area.ts';
import { addressRoutes } from './address/address.routes.ts';
import { billRoutes } from './bills/bills.routes.ts';
import { carrierRoutes } from './carrier/carrier.routes.ts';
import { consentRaw } from './carrier/consent.ts';
import { channelRoutes } from './channel/channel.routes.ts';
import { expressRoutes } from './channel/express.routes.ts';
import { customsRoutes } from './customs/customs.routes.ts';
import { manifestRoutes } from './manifest/manifest.routes.ts';
import { parcelRoutes } from './parcel/parcel.routes.ts';
import { rateRoutes } from './rates/rates.routes.ts';
import { sendRoutes } from './send/send.routes.ts';
import { trackingHooks } from './tracking/hooks.ts';
import { trackingRoutes } from './tracking/tracking.routes.ts';
import './personal-data.ts';

export const logisticsArea: Area = {
  name: 'logistics',
  routes: (app) => [
    ...carrierRoutes(app),
    ...channelRoutes(app),
    ...customsRoutes(app),
    ...expressRoutes(app),
    ...addressRoutes(app),
    ...parcelRoutes(app),
    ...rateRoutes(app),
    ...billRoutes(app),
    ...sendRoutes(app),
    ...manifestRoutes(app),
    ...trackingRoutes(app),
  ],
  raw: (app, server) => {
    consentRaw(app, server);
    trackingHooks(app, server);
  },
};
