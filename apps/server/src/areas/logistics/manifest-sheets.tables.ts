import { sql } from 'drizzle-orm';
import { check, index, text } from 'drizzle-orm/pg-core';
import {
  belongsTo,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rawText,
  reference,
} from '../../core/database/table.ts';
import { manifest, parcel } from './logistics.tables.ts';

/**
 * A carrier's own sheet of the parcels of one account. requesting -> made | uncertain; `requesting` is committed before the
 * call. A refused one is deleted.
 */
export const manifestSheet = companyTable(
  'manifest_sheet',
  {
    manifestId: reference('manifest_id').notNull(),
    carrierAccountId: reference('carrier_account_id').notNull(),
    state: text('state').notNull(),
    stateAt: instant('state_at').notNull(),
    /** The carrier's. */
    number: rawText('number'),
    /** Null: made, and not handed out yet. */
    file: text('file'),
  },
  (t) => [
    index('manifest_sheet_manifest').on(t.companyId, t.manifestId),
    belongsTo([t.companyId, t.manifestId], [manifest.companyId, manifest.id]).onDelete('cascade'),
    check('manifest_sheet_state', sql`state in ('requesting', 'uncertain', 'made')`),
    check('manifest_sheet_made', sql`(state = 'made') = (number is not null) and (file is null or state = 'made')`),
  ],
);

/** A parcel stands on one sheet of its carrier, whatever becomes of our manifest. */
export const manifestSheetParcel = companyKeyedTable(
  'manifest_sheet_parcel',
  { sheetId: reference('sheet_id').notNull(), parcelId: reference('parcel_id').notNull() },
  (t) => [
    keyOf(t.companyId, t.parcelId),
    index('manifest_sheet_parcel_sheet').on(t.companyId, t.sheetId),
    belongsTo([t.companyId, t.sheetId], [manifestSheet.companyId, manifestSheet.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.parcelId], [parcel.companyId, parcel.id]),
  ],
);
