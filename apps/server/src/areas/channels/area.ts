import './authorization/set-up.ts';
import './channels.registry.ts';
import './channels.texts.ts';
import './departments.ts';
import './operators.ts';
import './shops/seller-skus.ts';
import './sync/jobs.ts';
import './sync/metrics.ts';
import type { Area } from '../../core/area.ts';
import { channelsRaw } from './channels.raw.ts';
import { channelsRoutes } from './channels.routes.ts';
import './personal-data.ts';

export const channelsArea: Area = { name: 'channels', routes: channelsRoutes, raw: channelsRaw };
