import * as calls from '@tradewind/contract/finance/platform-claims.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { candidates, claimDetail, claimExport, claimTabs, platformClaims } from './list.ts';
import { deleteClaim, matchClaim, refuseClaim, reopenClaim, saveClaim } from './save.ts';
import './claims.texts.ts';

export const claimRoutes = (): Route[] => [
  handle(calls.listPlatformClaims, (tx, input) => platformClaims.page(tx, input)),
  handle(calls.platformClaimTabs, async (tx) => ({ counts: await claimTabs(tx) })),
  handle(calls.getPlatformClaim, (tx, { id }) => claimDetail(tx, id)),
  exportRoute(calls.exportPlatformClaims, claimExport, ({ filter }) => filter),
  handle(calls.savePlatformClaim, (tx, input) => saveClaim(tx, input)),
  handle(calls.platformClaimCandidates, async (tx, { id }) => ({ lines: await candidates(tx, id) })),
  handle(calls.matchPlatformClaim, (tx, input) => matchClaim(tx, input)),
  handle(calls.refusePlatformClaim, (tx, input) => refuseClaim(tx, input)),
  handle(calls.reopenPlatformClaim, (tx, { id }) => reopenClaim(tx, id)),
  handle(calls.deletePlatformClaim, (tx, { id }) => deleteClaim(tx, id)),
];
