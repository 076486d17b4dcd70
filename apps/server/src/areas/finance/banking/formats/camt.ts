import { XMLParser } from 'fast-xml-parser';
import { amountOf, dayFrom, type ReadLine, type ReadStatement, squeezed, Unreadable } from './statement.ts';

type Xml = Record<string, unknown>;
const MANY = new Set(['Stmt', 'Bal', 'Ntry', 'TxDtls', 'NtryDtls', 'Ustrd', 'Strd']);
/** Texts stay texts: "0012" is no number, and an amount keeps its digits. */
const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => MANY.has(name),
});

const asXml = (value: unknown): Xml | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Xml) : undefined;
/** What stands at the end of these names, from the first of each. */
function at(node: unknown, ...path: string[]): unknown {
  let here = node;
  for (const name of path) {
    here = asXml(Array.isArray(here) ? here[0] : here)?.[name];
    if (here === undefined) return undefined;
  }
  return here;
}
function textAt(node: unknown, ...path: string[]): string {
  const found = at(node, ...path);
  const one = Array.isArray(found) ? found[0] : found;
  const value = asXml(one)?.['#text'] ?? one;
  return typeof value === 'string' ? value.trim() : '';
}
const listAt = (node: unknown, name: string): unknown[] => {
  const found = at(node, name);
  return Array.isArray(found) ? found : [];
};

function dayIn(text: string): string | null {
  const read = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  return read ? dayFrom(read[1] ?? '', read[2] ?? '', read[3] ?? '') : null;
}
const dayAt = (node: unknown, name: string) => dayIn(textAt(node, name, 'Dt') || textAt(node, name, 'DtTm'));
const signed = (node: unknown): string => {
  const amount = amountOf(textAt(node, 'Amt'));
  return (textAt(node, 'CdtDbtInd') === 'DBIT' ? amount.neg() : amount).toFixed(4);
};
const currencyOf = (node: unknown) => textAt(node, 'Amt', '@Ccy') || null;

/** The newer versions say party in a level of its own. */
const nameOf = (party: unknown) => textAt(party, 'Nm') || textAt(party, 'Pty', 'Nm');

function lineOf(entry: unknown, line: number): ReadLine | [] {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
  if (status !== '' && status !== 'BOOK') return [];
  const amount = signed(entry);
  if (Number(amount) === 0) return [];
  const details = listAt(entry, 'NtryDtls').flatMap((one) => listAt(one, 'TxDtls'));
  const [first] = details;
  const other = amount.startsWith('-') ? at(first, 'RltdPties', 'Cdtr') : at(first, 'RltdPties', 'Dbtr');
  const purposes = details.flatMap((one) => {
    const said = listAt(at(one, 'RmtInf'), 'Ustrd').filter((text) => typeof text === 'string') as string[];
    const structured = textAt(one, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref');
    return [...said, structured].filter(Boolean);
  });
  const endToEnd = textAt(first, 'Refs', 'EndToEndId');
  const more = textAt(entry, 'AddtlNtryInf') || textAt(first, 'AddtlTxInf');
  const booked = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt');
  if (!booked) throw new Unreadable(`entry ${line} has no day`);
  return {
    line,
    externalId:
      textAt(entry, 'AcctSvcrRef') || (details.length === 1 ? textAt(first, 'Refs', 'AcctSvcrRef') : '') || null,
    onDay: booked,
    valueDay: dayAt(entry, 'ValDt'),
    amount,
    currency: currencyOf(entry),
    counterparty: squeezed(nameOf(other), 100),
    reference: squeezed(
      [purposes.join(' ') || more, endToEnd === 'NOTPROVIDED' ? '' : endToEnd].filter(Boolean).join(' '),
    ),
    balanceAfter: null,
  };
}

/** Reads ISO 20022 camt.053 of any version: what a bank posted on accounts. @throws Unreadable */
export function readCamt(text: string): ReadStatement[] {
  // No bank declares entities; whoever does means harm.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new Unreadable('it has a document type');
  let document: unknown;
  try {
    document = parser.parse(text, true);
  } catch (error) {
    throw new Unreadable(error instanceof Error ? error.message : 'no XML');
  }
  const statements = listAt(at(document, 'Document', 'BkToCstmrStmt'), 'Stmt');
  if (statements.length === 0) throw new Unreadable('no statement');
  let count = 0;
  return statements.map((statement) => {
    const balances = listAt(statement, 'Bal');
    const balance = (...codes: string[]) =>
      codes.flatMap((code) => balances.filter((one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code))[0];
    const [opening, closing] = [balance('OPBD', 'PRCD'), balance('CLBD')];
    return {
      account: textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id'),
      currency: textAt(statement, 'Acct', 'Ccy') || currencyOf(closing ?? opening),
      reference: textAt(statement, 'Id'),
      fromDay: dayIn(textAt(statement, 'FrToDt', 'FrDtTm')) ?? (opening ? dayAt(opening, 'Dt') : null),
      toDay: dayIn(textAt(statement, 'FrToDt', 'ToDtTm')) ?? (closing ? dayAt(closing, 'Dt') : null),
      opening: opening ? signed(opening) : null,
      closing: closing ? signed(closing) : null,
      lines: listAt(statement, 'Ntry').flatMap((entry) => {
        count += 1;
        return lineOf(entry, count);
      }),
    };
  });
}
