import { UPLOAD_LIMIT_BYTES } from '@tradewind/contract/call.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { sniff } from '../../../core/http/uploads.ts';
import type { Problem } from '../../../core/import-kind.ts';
import { memberHead, membersOf, type ZipMember } from '../../../core/zip.ts';

const FILES_AT_MOST = 1_000;
/** With folders and what systems leave behind. */
const MEMBERS_AT_MOST = 5_000;
/** Of all pictures together, unpacked. */
const BYTES_AT_MOST = 300 * 1024 * 1024;

const NAMED = /^(.+)_([1-6])\.(?:jpe?g|png|gif)$/i;

/** A picture of an archive, and what is wrong with it as far as the archive alone says. */
export interface ZipPicture {
  /** Its number in the archive, from 1. */
  line: number;
  file: string;
  /** Empty: the name says none. */
  sku: string;
  /** From 1. */
  place: number;
  member: ZipMember;
  problem?: Pick<Problem, 'code' | 'params'>;
}

/** The pictures of an archive. Only their beginnings are unpacked. @throws for what is no such archive, or too large */
export function picturesOf(data: Buffer): ZipPicture[] {
  const members = readMembers(data).filter(({ name }) => !name.endsWith('/') && !/(^|\/)(__MACOSX\/|\.)/.test(name));
  if (members.length > FILES_AT_MOST) throw ruleBroken('catalog.zipFiles', { most: FILES_AT_MOST });
  if (members.reduce((sum, { size }) => sum + size, 0) > BYTES_AT_MOST)
    throw ruleBroken('catalog.zipLarge', { megabytes: BYTES_AT_MOST / 1024 / 1024 });
  const places = new Map<string, string>();
  return members.map((member, at) => {
    const file = member.name.split('/').pop() ?? '';
    const [, named = '', place = '0'] = NAMED.exec(file) ?? [];
    const sku = named.trim().toUpperCase();
    const picture = { line: at + 1, file, sku, place: Number(place), member };
    const first = places.get(`${sku}_${place}`);
    if (sku && first === undefined) places.set(`${sku}_${place}`, file);
    const problem = problemOf(data, picture, first);
    return problem ? { ...picture, problem } : picture;
  });
}

function problemOf(data: Buffer, { sku, member }: ZipPicture, first: string | undefined): ZipPicture['problem'] {
  if (!sku) return { code: 'catalog.pictureName' };
  if (first !== undefined) return { code: 'catalog.pictureTwice', params: { file: first } };
  if (member.size > UPLOAD_LIMIT_BYTES)
    return { code: 'catalog.pictureLarge', params: { megabytes: UPLOAD_LIMIT_BYTES / 1024 / 1024 } };
  return pictureKind(memberHead(data, member)) ? undefined : { code: 'catalog.pictureKind' };
}

/** By content, whatever the name says. */
export function pictureKind(data: Buffer): 'jpg' | 'png' | 'gif' | undefined {
  const kind = sniff(data);
  return kind === 'jpg' || kind === 'png' || kind === 'gif' ? kind : undefined;
}

function readMembers(data: Buffer): ZipMember[] {
  try {
    return [...membersOf(data, MEMBERS_AT_MOST)];
  } catch {
    throw ruleBroken('catalog.zipBroken');
  }
}
