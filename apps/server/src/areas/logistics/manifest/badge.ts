import { defineBadge } from '../../access/public.ts';
import { manifestTabs } from './list.ts';

/** Closed ones that wait for their van. */
defineBadge(603, async (tx) => (await manifestTabs(tx)).closed);
