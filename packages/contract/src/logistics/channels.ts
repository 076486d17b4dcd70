import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, flag, id, integer, ok, requiredText, text } from '../call.ts';
import { PAPER_KINDS } from '../catalog/words.ts';
import { carrier } from './carriers.ts';
import { DUTY_TERMS } from './customs-numbers.ts';

/** Which rate of several a channel takes: the cheapest, the one that arrives first, or the cheapest that arrives in time. */
export const CHOICE_RULES = ['price', 'promise', 'inTime'] as const;
export type ChoiceRule = (typeof CHOICE_RULES)[number];

/** Percent by which a rate may rise unasked, unless a channel says otherwise. */
export const PRICE_RISE = 10;
const priceRise = z.number().int().min(0).max(1000);

const channel = z.object({
  id: z.number(),
  name: z.string(),
  carrier: z.string(),
  carrierAccountId: z.number().nullable(),
  carrierAccountName: z.string().nullable(),
  /** Empty: one of the allowed ones, by `chooseBy`. */
  serviceCode: z.string(),
  /** Empty: all that the carrier sells. */
  allowedServices: z.array(z.string()),
  /** How a service is chosen where none is fixed. */
  chooseBy: z.enum(CHOICE_RULES),
  /** Percent. A rate that rose by more since it was compared is bought once a person has compared again. */
  priceRisePercent: priceRise,
  /** The carrier name for platforms without a mapping of their own. */
  platformCarrierCode: z.string(),
  /** The countries that it has a billing zone for; empty: everywhere. */
  countries: z.array(z.string()),
  /** Kinds of compliance papers without which it carries nothing. */
  demands: z.array(z.enum(PAPER_KINDS)),
  /** DDP: we pay duty and import VAT. DAP: the recipient does. */
  dutyTerms: z.enum(DUTY_TERMS),
  /** A carrier checks the address before a label is bought. */
  checksAddresses: z.boolean(),
  /** Our commercial invoice goes to the carrier electronically. */
  sendsInvoice: z.boolean(),
  /** A post carries it: parcels across a border travel with CN 22 or CN 23. */
  postal: z.boolean(),
  /** Delivered against a signature; where the carrier sells it. */
  signature: z.boolean(),
  enabled: z.boolean(),
  isDefault: z.boolean(),
  version: z.number().int(),
});

/** For pickers. */
export const channelOption = z.object({
  id: z.number(),
  name: z.string(),
  carrier: z.string(),
  isDefault: z.boolean(),
});

export const listChannels = defineCall({
  method: 'GET',
  path: '/seller/logistics/listChannels',
  access: [rights.carrier.view, rights.rateCard.view],
  summary: 'Lists shipping channels with their carrier, account and services.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(channel) }),
});
export const channelOptions = defineCall({
  method: 'GET',
  path: '/seller/logistics/channelOptions',
  access: 'user',
  summary: 'Lists enabled shipping channels for pickers, optionally those that ship from a warehouse.',
  input: z.strictObject({ houseId: id().optional() }),
  result: z.object({ list: z.array(channelOption) }),
});
export const saveChannel = defineCall({
  method: 'POST',
  path: '/seller/logistics/saveChannel',
  access: [rights.carrier.add, rights.carrier.edit, rights.rateCard.add, rights.rateCard.edit],
  summary: 'Creates or updates a shipping channel. `version` is the version that was read.',
  input: z.strictObject({
    channel: z.strictObject({
      id: id().optional(),
      version: integer(1).optional(),
      name: requiredText(60),
      carrier,
      carrierAccountId: id().nullable().default(null),
      serviceCode: text(40).default(''),
      allowedServices: z.array(requiredText(40)).max(60).default([]),
      chooseBy: z.enum(CHOICE_RULES).default('price'),
      priceRisePercent: priceRise.default(PRICE_RISE),
      platformCarrierCode: requiredText(60),
      countries: z
        .array(z.string().regex(/^[A-Z]{2}$/))
        .max(250)
        .default([]),
      demands: z.array(z.enum(PAPER_KINDS)).max(PAPER_KINDS.length).default([]),
      dutyTerms: z.enum(DUTY_TERMS).default('DAP'),
      checksAddresses: flag().default(false),
      sendsInvoice: flag().default(false),
      postal: flag().default(false),
      signature: flag().default(false),
      enabled: flag().default(true),
    }),
  }),
  result: z.object({ id: z.number() }),
});
export const mapChannel = defineCall({
  method: 'POST',
  path: '/seller/logistics/mapChannel',
  access: [rights.carrier.map, rights.carrier.edit],
  summary: 'Sets the carrier name of a channel for platforms that have no mapping of their own.',
  input: z.strictObject({ id: id(), platformCarrierCode: requiredText(60) }),
  result: ok,
});
export const carrierMapping = z.object({
  channelId: z.number(),
  channelName: z.string(),
  platform: z.string(),
  /** The carrier name that the platform receives: its own name, otherwise the channel's. */
  code: z.string(),
  /** As the platform lists it; empty where the code was typed. */
  name: z.string(),
  mapped: z.boolean(),
});
export const getPlatformCorrespondingExpress = defineCall({
  method: 'GET',
  path: '/seller/express/getPlatformCorrespondingExpress',
  access: 'user',
  summary: 'Lists the carrier name that each platform of the company’s shops receives for each channel.',
  input: z.strictObject({ platform: text(40).optional(), channelId: id().optional() }),
  result: z.object({ list: z.array(carrierMapping) }),
});
export const savePlatformCorrespondingExpress = defineCall({
  method: 'POST',
  path: '/seller/express/savePlatformCorrespondingExpress',
  access: [rights.carrier.map, rights.carrier.edit, rights.rateCard.edit],
  summary: 'Sets the carrier name that a platform receives for a channel. An empty code restores the channel’s own.',
  input: z.strictObject({
    mapping: z.strictObject({
      channelId: id(),
      platform: requiredText(40),
      code: text(60),
      name: text(120).default(''),
    }),
  }),
  result: ok,
});
export const getPlatformExpress = defineCall({
  method: 'GET',
  path: '/seller/express/getPlatformExpress',
  access: 'user',
  summary:
    'Lists the carriers that a platform accepts, read via the company’s shops once a day. Empty if it lists none.',
  input: z.strictObject({ platform: requiredText(40) }),
  result: z.object({ list: z.array(z.object({ code: z.string(), name: z.string() })) }),
});

export const setDefaultChannel = defineCall({
  method: 'POST',
  path: '/seller/logistics/setDefaultChannel',
  access: [rights.carrier.edit, rights.rateCard.edit],
  summary: 'Makes a channel the default for orders without a channel.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const deleteChannel = defineCall({
  method: 'POST',
  path: '/seller/logistics/deleteChannel',
  access: [rights.carrier.delete, rights.rateCard.delete],
  summary: 'Deletes a channel that is not the default and that no open parcel uses.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
