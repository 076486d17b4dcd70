import { texts as history } from './history.texts.ts';
import { texts as house } from './house.texts.ts';
import { texts as location } from './location/location.texts.ts';
import { texts as outbound } from './outbound/outbound.texts.ts';
import { texts as scan } from './scan/scan.texts.ts';
import { texts as wave } from './wave/wave.texts.ts';

export const texts = {
  zh: { ...house.zh, ...location.zh, ...outbound.zh, ...wave.zh, ...scan.zh, ...history.zh },
  en: { ...house.en, ...location.en, ...outbound.en, ...wave.en, ...scan.en, ...history.en },
};
