import type { TextPair } from '../words.ts';

export const PAPER_KINDS = ['un383', 'msds', 'ce', 'fcc', 'ukca', 'epr', 'euRp', 'other'] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];

export const PAPER_KIND_WORDS = {
  un383: ['UN38.3 报告', 'UN38.3 report'],
  msds: ['MSDS', 'MSDS'],
  ce: ['CE 证书', 'CE certificate'],
  fcc: ['FCC 证书', 'FCC certificate'],
  ukca: ['UKCA 证书', 'UKCA certificate'],
  epr: ['EPR 注册号', 'EPR registration'],
  euRp: ['欧盟负责人', 'EU responsible person'],
  other: ['其他证书', 'Other paper'],
} satisfies Record<PaperKind, TextPair>;
