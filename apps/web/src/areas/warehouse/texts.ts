import { texts as count } from './count/count.texts.ts';
import { texts as fnsku } from './fnsku/fnsku.texts.ts';
import { texts as history } from './history.texts.ts';
import { texts as house } from './house.texts.ts';
import { texts as inbound } from './inbound/inbound.texts.ts';
import { texts as location } from './location/location.texts.ts';
import { texts as methods } from './methods/methods.texts.ts';
import { texts as outbound } from './outbound/outbound.texts.ts';
import { texts as plan } from './plan/plan.texts.ts';
import { texts as carton } from './scan/carton.texts.ts';
import { texts as scan } from './scan/scan.texts.ts';
import { texts as sort } from './scan/sort.texts.ts';
import { texts as transfer } from './transfer/transfer.texts.ts';
import { texts as rules } from './wave/rules.texts.ts';
import { texts as wave } from './wave/wave.texts.ts';
import { texts as partner } from './wms/wms.texts.ts';

export const texts = {
  zh: {
    ...carton.zh,
    ...count.zh,
    ...fnsku.zh,
    ...history.zh,
    ...house.zh,
    ...inbound.zh,
    ...location.zh,
    ...methods.zh,
    ...outbound.zh,
    ...partner.zh,
    ...plan.zh,
    ...rules.zh,
    ...scan.zh,
    ...sort.zh,
    ...transfer.zh,
    ...wave.zh,
  },
  en: {
    ...carton.en,
    ...count.en,
    ...fnsku.en,
    ...history.en,
    ...house.en,
    ...inbound.en,
    ...location.en,
    ...methods.en,
    ...outbound.en,
    ...partner.en,
    ...plan.en,
    ...rules.en,
    ...scan.en,
    ...sort.en,
    ...transfer.en,
    ...wave.en,
  },
};
