import { texts as assembly } from './assembly/assembly.texts.ts';
import { texts as count } from './count/count.texts.ts';
import { texts as fnsku } from './fnsku/fnsku.texts.ts';
import { texts as history } from './history.texts.ts';
import { texts as inbound } from './inbound/inbound.texts.ts';
import { texts as location } from './location/location.texts.ts';
import { texts as methods } from './methods/methods.texts.ts';
import { texts as outbound } from './outbound/outbound.texts.ts';
import { texts as plan } from './plan/plan.texts.ts';
import { texts as carton } from './scan/carton.texts.ts';
import { texts as refused } from './scan/refused.texts.ts';
import { texts as scan } from './scan/scan.texts.ts';
import { texts as sort } from './scan/sort.texts.ts';
import { texts as transfer } from './transfer/transfer.texts.ts';
import { texts as warehouse } from './warehouses.texts.ts';
import { texts as rules } from './wave/rules.texts.ts';
import { texts as wave } from './wave/wave.texts.ts';
import { texts as wms } from './wms/wms.texts.ts';

/** Groups of the same name are joined. */
export const texts = [assembly, count, fnsku, history, warehouse, inbound, location, methods, outbound, plan, carton, refused, scan, sort, transfer, rules, wave, wms];
