import { texts as logistics } from './logistics.texts.ts';
import { texts as manifest } from './manifest/manifest.texts.ts';

/** Groups of the same name are joined. */
export const texts = [logistics, manifest];
