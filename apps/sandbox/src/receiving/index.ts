import type { SandboxPlatform } from '../kit/platform.ts';
import { airwallexPlatform } from './airwallex.ts';
import { lianlianPlatform } from './lianlian.ts';
import { payoneerPlatform } from './payoneer.ts';
import { pingpongPlatform } from './pingpong.ts';
import { worldfirstPlatform } from './worldfirst.ts';

/** Providers of receiving accounts. They share the books of a seller, and each speaks of them in its own protocol. */
export const receivingPlatforms: readonly SandboxPlatform[] = [
  pingpongPlatform,
  lianlianPlatform,
  payoneerPlatform,
  worldfirstPlatform,
  airwallexPlatform,
];
