import type { SettlementKind } from '../capabilities/settlements.ts';
import { kindOf as kindOfShopify } from '../marketplaces/shopify/settlements.ts';
import { kindOf as kindOfWalmart } from '../marketplaces/walmart/settlements.ts';
import type { SettlementColumnsInput } from './columns.ts';

export interface Preset {
  columns: SettlementColumnsInput;
  /** The platform's own words, as its connector reads them. */
  kindOf?: (type: string, amountType: string, description: string) => SettlementKind;
}

/** Shopify admin, Finance, Payouts, Export transactions. Names no total of a payout. */
const shopify: Preset = {
  columns: {
    ...{ settlementId: 'Payout ID', depositDay: 'Payout Date', date: 'Transaction Date', order: 'Order', type: 'Type' },
    ...{ currency: 'Currency', amount: 'Net' },
    parts: [{ column: 'Amount' }, { column: 'Fee', kind: 'payment', sign: 'opposite' }],
  },
  kindOf: (type) => kindOfShopify(type.toUpperCase().replace(/[\s-]+/g, '_')),
};

/** Walmart Seller Center, Payments; the recon report, version v1. */
const walmart: Preset = {
  columns: {
    ...{ date: 'Transaction Posted Timestamp', order: 'Purchase Order #', orderLine: 'Purchase Order line #' },
    ...{ sku: 'Partner Item Id', quantity: 'Ship Qty', type: 'Transaction Type', amountType: 'Amount Type' },
    ...{ description: 'Transaction Description', currency: 'Currency', amount: 'Amount' },
    header: {
      ...{ when: '^Payment\\s?Summary$', total: 'Total Payable', settlementId: 'Period End Date' },
      ...{ from: 'Period Start Date', to: 'Period End Date', depositDay: 'Transaction Posted Timestamp' },
    },
    ...{ skip: '^Number of Lines in file', dateOrder: 'mdy' },
  },
  kindOf: kindOfWalmart,
};

const fee = (...column: string[]) => ({ column, kind: 'commission' as const });
/** eBay Seller Hub, Payments, Reports, Transaction report, in English and German. A payout is a row of its own. */
const ebay: Preset = {
  columns: {
    settlementId: ['Payout ID', 'Auszahlung Nr.'],
    depositDay: ['Payout date', 'Auszahlungsdatum'],
    date: ['Transaction creation date', 'Datum der Transaktionserstellung'],
    order: ['Order number', 'Bestellnummer'],
    sku: ['Custom label', 'Bestandseinheit'],
    quantity: ['Quantity', 'Stückzahl'],
    type: ['Type', 'Typ'],
    description: ['Description', 'Beschreibung'],
    currency: ['Payout currency', 'Auszahlungswährung'],
    amount: ['Net amount', 'Betrag abzügl. Kosten'],
    parts: [
      { column: ['Item subtotal', 'Zwischensumme Artikel'], kind: 'sale' },
      { column: ['Shipping and handling', 'Verpackung und Versand'], kind: 'shipping' },
      // What eBay collects itself is in the gross amount alone.
      { column: 'Seller collected tax', kind: 'tax' },
      fee('Final Value Fee - fixed', 'Fixer Anteil der Verkaufsprovision'),
      fee('Final Value Fee - variable', 'Variabler Anteil der Verkaufsprovision'),
      fee('Regulatory operating fee'),
      fee('Very high "item not as described" fee', 'Gebühr für sehr hohe Quote an „nicht wie beschriebenen Artikeln“'),
      fee('Below standard performance fee', 'Gebühr für unterdurchschnittlichen Servicestatus'),
      fee('International fee', 'Internationale Gebühr'),
      { column: 'Deposit processing fee', kind: 'payment' },
      { column: 'Charity donation', kind: 'adjustment' },
    ],
    kinds: [
      { when: '^(order|bestellung)\\b', kind: 'sale' },
      { when: '^(refund|claim|payment dispute|rückerstattung)', kind: 'refund' },
      { when: '\\bads?\\b|promoted|advert', kind: 'advertising' },
      { when: '^(shipping label|versandetikett)|postage', kind: 'fulfilment' },
      // Money that eBay holds, or that comes from the seller's bank, is neither income nor cost.
      { when: '^(adjustment|credit|hold|transfer|charge|einbehalten)\\b', kind: 'adjustment' },
      { when: 'final value|below standard|international fee', kind: 'commission' },
    ],
    header: { when: '^(payout|auszahlung)$', total: ['Net amount', 'Betrag abzügl. Kosten'], sign: 'positive' },
  },
};

/**
 * TikTok Shop Seller Center, Finance, the statement's "Order details" (US, UK) and the income report of Southeast Asia. A
 * fee that has no column here is part of the rest.
 */
const tiktok: Preset = {
  columns: {
    settlementId: 'Statement ID',
    date: ['Statement date (UTC)', 'Statement date', 'Order settled time'],
    order: 'Order/adjustment ID',
    ...{
      orderLine: 'SKU ID',
      quantity: 'Quantity',
      type: 'Type',
      currency: 'Currency',
      amount: 'Total settlement amount',
    },
    parts: [
      { column: ['Gross sales', 'Subtotal before discounts'], kind: 'sale' },
      { column: ['Gross sales refund', 'Refund subtotal before seller discounts'], kind: 'refund' },
      { column: ['Seller discount', 'Seller discounts'], kind: 'discount' },
      { column: ['Seller discount refund', 'Refund of seller discounts'], kind: 'refund' },
      { column: ['Shipping', 'Seller shipping fee'], kind: 'fulfilment' },
      { column: 'Transaction fee', kind: 'payment' },
      fee('Referral fee', 'TikTok Shop commission fee'),
      fee('Refund administration fee'),
      fee('Affiliate commission'),
      fee('Affiliate partner commission'),
      { column: 'Affiliate Shop Ads commission', kind: 'advertising' },
      { column: 'Affiliate Partner shop ads commission', kind: 'advertising' },
      // The income report misspells it.
      { column: ['Adjustment amount', 'Ajustment amount'], kind: 'adjustment' },
    ],
  },
};

/** Wayfair Partner Home, Payments, the CSV of a remittance. The titles of allowances end with their percentage. */
const wayfair: Preset = {
  columns: {
    ...{ date: 'Invoice Date', order: 'PO #', orderLine: 'Invoice #', type: 'Order Type', amount: 'Payment Amount' },
    parts: [
      { column: 'Product Amount', kind: 'sale' },
      { column: 'Wayfair Allowance for Damages/ Defects*', kind: 'adjustment' },
      { column: 'Joss & Main Allowance for Damages/ Defects*', kind: 'adjustment' },
      { column: 'Wayfair Early Pay Discount*', kind: 'payment' },
      { column: 'Joss & Main Early Pay Discount*', kind: 'payment' },
      { column: 'Shipping', kind: 'shipping' },
      { column: 'Other', kind: 'other' },
      { column: 'Tax/VAT', kind: 'tax' },
    ],
    above: {
      settlementId: '^Wayfair Remittance #: *(\\d+)',
      day: '^Date: *(\\S+)',
      currency: '^Total \\(([A-Z]{3})\\):',
      total: '^Total \\([A-Z]{3}\\): *(-?[\\d.,]+)',
      lines: [{ when: '^(?<type>EPD Amount) \\([A-Z]{3}\\): *(?<amount>-?[\\d.,]+)', kind: 'payment' }],
    },
    skip: '^(sub-?total|total)\\b',
  },
};

export const PRESETS: Readonly<Record<string, Preset>> = { shopify, walmart, ebay, tiktok, wayfair };
