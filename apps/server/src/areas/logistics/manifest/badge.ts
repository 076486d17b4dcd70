import { rights } from '@tradewind/contract/access/modules.ts';
import { defineBadge } from '../../access/public.ts';
import { MANIFEST_TABS, manifests } from './list.ts';

/** Closed manifests that wait for pickup. */
defineBadge(rights.manifest.id, async (tx) => (await manifests.tabs(tx, MANIFEST_TABS)).closed);
