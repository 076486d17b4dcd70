import { texts as arrange } from './arrange/arrange.texts.ts';
import { texts as dock } from './dock/dock.texts.ts';
import { texts as customs } from './drawer/customs.texts.ts';
import { texts as drawer } from './drawer/drawer.texts.ts';
import { texts as duty } from './drawer/duty.texts.ts';
import { texts as history } from './drawer/history.texts.ts';
import { texts as share } from './drawer/share.texts.ts';
import { texts as why } from './drawer/why.texts.ts';
import { texts as desk } from './list/desk.texts.ts';
import { texts as features } from './list/features.texts.ts';
import { texts as list } from './list/list.texts.ts';
import { texts as make } from './make/make.texts.ts';
import { texts as rules } from './rules/rules.texts.ts';
import { texts as send } from './send/send.texts.ts';
import { texts as vendor } from './vendor/vendor.texts.ts';

/** Groups with the same name are merged. */
export const texts = [arrange, customs, dock, drawer, duty, history, share, why, desk, features, list, make, rules, send, vendor];
