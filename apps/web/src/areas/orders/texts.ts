import { texts as drawer } from './drawer/drawer.texts.ts';
import { texts as history } from './drawer/history.texts.ts';
import { texts as share } from './drawer/share.texts.ts';
import { texts as desk } from './list/desk.texts.ts';
import { texts as features } from './list/features.texts.ts';
import { texts as list } from './list/list.texts.ts';
import { texts as rules } from './rules/rules.texts.ts';

export const texts = {
  zh: { ...list.zh, ...drawer.zh, ...history.zh, ...rules.zh, ...share.zh, ...features.zh, ...desk.zh },
  en: { ...list.en, ...drawer.en, ...history.en, ...rules.en, ...share.en, ...features.en, ...desk.en },
};
