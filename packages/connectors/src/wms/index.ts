import type { WmsDefinition } from '../wms.ts';
import { eccang } from './eccang/definition.ts';
import { fourpx } from './fourpx/definition.ts';
import { generic } from './generic/definition.ts';
import { goodcang } from './goodcang/definition.ts';
import { mcf } from './mcf/definition.ts';
import { unidoor } from './unidoor/definition.ts';
import { wfs } from './wfs/definition.ts';
import { winit } from './winit/definition.ts';
import { zipto } from './zipto/definition.ts';

/** Every third-party warehouse provider: a folder, and a line here. */
export const WMS_PROVIDERS: readonly WmsDefinition[] = [
  zipto,
  unidoor,
  goodcang,
  eccang,
  winit,
  fourpx,
  mcf,
  wfs,
  generic,
];

export function findWmsProvider(provider: string): WmsDefinition | undefined {
  return WMS_PROVIDERS.find((one) => one.provider === provider);
}
