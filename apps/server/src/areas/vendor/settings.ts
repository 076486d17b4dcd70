import { type VendorSettings, vendorSettings } from '@tradewind/contract/vendor.ts';
import { defineAction, writeAudit } from '../../core/audit.ts';
import { defineSetting, saveSetting } from '../../core/company-settings.ts';
import type { Tx } from '../../core/database/database.ts';

/** SSCC numbering, and the company data on invoices to Amazon. */
export const VENDOR_SETTINGS = defineSetting('vendor.settings', vendorSettings, vendorSettings.parse({ remitTo: {} }));

const changed = defineAction('vendor.settingsSaved', ['修改 VC 设置', 'VC settings changed']);

export function saveSettings(tx: Tx, settings: VendorSettings): void {
  saveSetting(tx, VENDOR_SETTINGS, settings);
  writeAudit(tx, [
    { action: changed, targetKind: 'setting', targetId: VENDOR_SETTINGS.key, targetName: VENDOR_SETTINGS.key },
  ]);
}
